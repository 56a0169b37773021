# Each target needs Python 3.11 or later, pip and make, and installs the rest on first use.
PYTHON ?= python3
PY := .venv/bin/python

.PHONY: play test test-all test-postgresql coverage wheels faults foreign check bench bench-quick new-game pictures tour format lock clean

play: .venv/run  ## start the bot: on Discord with DISCORD_TOKEN, on the playground without
	$(PY) -m bot

test test-all test-postgresql coverage: export PYTHONDONTWRITEBYTECODE := # let Python keep its compiled files: tests start bots as processes

test: .venv/dev  ## the quick run, about two minutes: no browser, no npm
	$(PY) -m pytest -n auto --dist worksteal

test-all: .venv/dev foreign  ## everything, as CI runs it (Chromium, npm, PostgreSQL; without them their tests are skipped)
	$(PY) -m pytest -n auto --dist worksteal --all
	$(PY) -m pytest -n auto --dist worksteal --all --database postgresql tests/db tests/bot/host

test-postgresql: .venv/dev foreign  ## everything that has a database, on PostgreSQL (the rules have none)
	$(PY) -m pytest -n auto --dist worksteal --all --database postgresql --ignore tests/contract --ignore tests/games

coverage: .venv/dev foreign  ## everything, and which lines it runs: at least 92 % of games, db, bot and cogs
	$(PY) -m pytest -n auto --dist worksteal --all --cov --cov-report=term:skip-covered --cov-report=xml --cov-fail-under=92

wheels: .venv/dev  ## build downeast and the playground as packages, into dist/
	$(PY) -m pip wheel -q --disable-pip-version-check --no-deps -w dist . ./playground

faults: .venv/dev  ## plant 65 known faults, one at a time, and see that each is caught
	$(PY) -m tests.tools.plant

FOREIGN := tests/foreign
NPM := $(FOREIGN)/discordjs $(FOREIGN)/axe playground/tests/page
foreign: $(FOREIGN)/.venv/installed $(NPM:%=%/node_modules/.package-lock.json)  ## install other authors' Discord clients, and what tests the page's scripts

check: .venv/dev  ## format, lint, types; changes nothing
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m basedpyright
	$(PY) -m basedpyright -p tests

bench: .venv/bench  ## what a move costs, as ratios; writes docs/bench.md in half an hour
	$(PY) -m tests.tools.bench

bench-quick: .venv/bench  ## a little of each measurement in about two minutes; writes nothing
	$(PY) -m tests.tools.bench --quick

new-game: .venv/dev  ## a small playable game to change: make new-game name=skull title="Skull"
	$(PY) -m tests.tools.new_game $(name) $(if $(title),--title "$(title)")

pictures: .venv/dev  ## paint the small pictures from the SVG beside each
	$(PY) -m tests.tools.pictures

tour: .venv/dev  ## play every game and take a screenshot of each stage; writes docs/tour (needs Chromium)
	$(PY) -m tests.tools.tour

format: .venv/dev  ## format the code and fix what the linter can fix
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

lock:  ## renew pins and hashes after a change of pyproject.toml or package.json (needs uv and npm)
	uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --no-annotate pyproject.toml -o requirements.txt
	uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --no-annotate --group dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	uv pip compile -q --universal --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --no-annotate --group bench -c requirements.txt pyproject.toml -o requirements-bench.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --no-annotate --group build -o requirements-build.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links --no-annotate --group foreign -o requirements-foreign.txt
	for folder in $(NPM); do npm install --prefix $$folder --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund || exit 1; done
	$(PYTHON) -m tests.foreign.plain_lock  # names, versions and hashes, nothing else

.venv/bin/python:
	$(PYTHON) -m venv .venv

# Lets `import discord_playground` find the folder playground/, wherever the checkout is.
.venv/playground: | .venv/bin/python
	$(PY) -c "import sysconfig, pathlib; pathlib.Path(sysconfig.get_path('purelib'), 'discord_playground.pth').write_text('../../../../playground')"
	@touch $@

.venv/run: requirements.txt .venv/playground
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

.venv/dev: requirements-dev.txt .venv/playground
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@ .venv/run

.venv/bench: requirements-bench.txt .venv/dev
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements-bench.txt
	@touch $@

$(FOREIGN)/.venv/installed: requirements-foreign.txt
	$(PYTHON) -m venv $(FOREIGN)/.venv
	$(FOREIGN)/.venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-foreign.txt
	@touch $@

%/node_modules/.package-lock.json: %/package-lock.json
	@npm ci --silent --no-audit --no-fund --prefix $* && touch $@ \
	|| echo "$* could not be installed (is npm there?): its test will be skipped"

clean:
	rm -rf .venv .pytest_cache .ruff_cache $(FOREIGN)/.venv $(NPM:%=%/node_modules)
