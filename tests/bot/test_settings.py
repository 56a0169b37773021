"""Tests of the settings: documentation, defaults and error messages."""

import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from bot import __main__ as program
from bot.endpoint import Address
from bot.settings import BadSettings, Settings, read_settings
from bot.ui.panels.operator import Operator
from db.base.place import Place, PostgresUrl
from games import GAMES

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide this machine's environment and `.env`."""
    monkeypatch.chdir(tmp_path)
    for name in names():
        monkeypatch.delenv(name, raising=False)


def names() -> dict[str, str]:
    """Return each setting's variable and field."""
    return {
        str(field.validation_alias or f"DOWNEAST_{name}".upper()): name
        for name, field in Settings.model_fields.items()
    }


def examples() -> dict[str, str]:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def test_all_settings_have_defaults():
    settings = Settings()
    assert settings.discord_token is None
    assert settings.playground_url is None


def test_every_setting_is_documented_with_its_default():
    assert list(examples()) == list(names())
    usual = Settings()
    for variable, value in examples().items():
        default = getattr(usual, names()[variable])
        assert (value == "") == (default is None), variable
        if value:
            assert type(default)(value) == default, f"{variable} is {default} by default"


def test_example_file_is_usable(tmp_path: Path):
    usual = Settings()
    (tmp_path / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert Settings() == usual


def test_environment_overrides_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / ".env").write_text("DOWNEAST_NUDGE_AFTER=5\nDOWNEAST_DRAW_PAUSE=7\n")
    monkeypatch.setenv("DOWNEAST_NUDGE_AFTER", "9")
    assert (Settings().nudge_after, Settings().draw_pause) == (9, 7)


def test_discord_and_playground_use_different_files(monkeypatch: pytest.MonkeyPatch):
    playground = Settings().file
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    assert Settings().file != playground
    monkeypatch.setenv("DOWNEAST_DATABASE", "elsewhere.sqlite3")
    assert Settings().file == Path("elsewhere.sqlite3")


def test_token_is_never_printed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a-very-secret-token")
    settings = Settings()
    assert isinstance(settings.discord_token, SecretStr)
    assert "a-very-secret-token" not in repr(settings) + str(settings.model_dump())
    assert settings.discord_token.get_secret_value() == "a-very-secret-token"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("games.sqlite3", Path("games.sqlite3")),
        ("/srv/games:2.sqlite3", Path("/srv/games:2.sqlite3")),
        ("sqlite:data/games.sqlite3", Path("data/games.sqlite3")),
        ("sqlite:/srv/games.sqlite3", Path("/srv/games.sqlite3")),
        ("postgresql:///games", PostgresUrl("postgresql:///games")),
        ("postgres://bot@db:5433/games", PostgresUrl("postgres://bot@db:5433/games")),
    ],
)
def test_a_database_is_a_file_or_of_a_server(
    text: str, place: Place, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DOWNEAST_DATABASE", text)
    assert read_settings().place == place
    if isinstance(place, PostgresUrl):
        assert read_settings().file == Path("data/games"), "its other files are where it runs"
        assert read_settings().forgotten_list.path == Path("data/downeast.forgotten")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sqlite:", "must be a path, sqlite:path or postgresql://"),
        ("mysql://bot:hush@db/games", "must be a path, sqlite:path or postgresql://"),
        ("postgresql:games?password=hush", "must be a path, sqlite:path or postgresql://"),
        ("postgresql+asyncpg://bot:hush@db/games", "must be a path, sqlite:path or postgresql://"),
        ("postgresql://bot:hush@db", "must name one database"),
        ("postgresql://bot:hush@db/", "must name one database"),
        ("postgresql://bot:hush@db/..", "must name one database"),
        ("postgresql://bot:hush@db/games/2", "must name one database"),
        ("postgresql://bot:hush/x@db/games", "special characters of the password"),
        ("postgresql://bot:x#hush@db/games", "special characters of the password"),
        ("postgresql://bot:hush@db:port/games", "special characters of the password"),
        ("postgresql://bot:hush@db:70000/games", "special characters of the password"),
        ("postgresql://bot:[hush@db/games", "special characters of the password"),
        ("postgresql://bot:hush\u2100@db/games", "special characters of the password"),
    ],
)
def test_a_database_that_cannot_be_meant_is_refused_without_its_password(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DOWNEAST_DATABASE", text)
    with pytest.raises(BadSettings) as raised:
        read_settings()
    assert said in str(raised.value)
    assert str(raised.value).startswith("DOWNEAST_DATABASE must ")
    assert "hush" not in str(raised.value)


def test_a_database_of_a_server_without_its_package_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("bot.settings.has_postgresql", lambda: False)
    monkeypatch.setenv("DOWNEAST_DATABASE", "postgresql://bot:hush@db/games")
    with pytest.raises(BadSettings) as raised:
        read_settings()
    assert "pip install 'asyncpg" in str(raised.value)
    assert "hush" not in str(raised.value)


def test_the_password_of_a_database_is_never_printed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DOWNEAST_DATABASE", "postgresql://bot:hush@db/games?sslpassword=hush")
    settings = read_settings()
    assert "hush" not in repr(settings) + str(settings) + str(settings.place) + repr(settings.place)


SECONDS = "a number of seconds, 0 or more"
ADDRESS = "a host and a port, such as 127.0.0.1:9464"


@pytest.mark.parametrize(
    ("variable", "value", "allowed"),
    [
        ("DOWNEAST_LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING or ERROR"),
        ("DOWNEAST_LOG", "yaml", "text or json"),
        ("DOWNEAST_METRICS", "9464", ADDRESS),
        ("DOWNEAST_METRICS", "127.0.0.1:", ADDRESS),
        ("DOWNEAST_METRICS", "127.0.0.1:0", ADDRESS),
        ("DOWNEAST_METRICS", "localhost:70000", ADDRESS),
        ("DOWNEAST_METRICS", "localhost:web", ADDRESS),
        ("DOWNEAST_NUDGE_AFTER", "-1", SECONDS),
        ("DOWNEAST_NUDGE_AFTER", "soon", SECONDS),
        ("DOWNEAST_NUDGE_HERE_AFTER", "soon", SECONDS),
        ("DOWNEAST_DRAW_PAUSE", "-0.5", SECONDS),
        ("DOWNEAST_GIVE_UP_AFTER", "-1", SECONDS),
        ("DOWNEAST_READING_TIME", "a while", SECONDS),
        ("DOWNEAST_PICTURES", "many", "on or off"),
        ("DOWNEAST_EMOJIS", "some", "on or off"),
        ("DOWNEAST_PLAYGROUND_PORT", "70000", "a whole number from 0 to 65535"),
        ("DOWNEAST_PLAYGROUND_PORT", "harbour", "a whole number from 0 to 65535"),
        ("DOWNEAST_PLAYGROUND_PEOPLE", "1", "a whole number from 2 to 10"),
        ("DOWNEAST_PLAYGROUND_PEOPLE", "11", "a whole number from 2 to 10"),
    ],
)
def test_bad_setting_is_named_with_its_valid_values(
    variable: str,
    value: str,
    allowed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setenv(variable, value)
    with pytest.raises(ValidationError):
        Settings()
    monkeypatch.setattr(sys, "argv", ["bot"])
    assert program.main() == 2
    said = capsys.readouterr().err
    assert said == f"{variable} must be {allowed}. Change it in .env or in the environment.\n"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        (" [::1]:9464 ", ("::1", 9464)),
        ("bot.internal:80", ("bot.internal", 80)),
    ],
)
def test_metrics_have_a_host_and_a_port(text: str, address: tuple[str, int]):
    assert Settings(metrics=text).metrics_address == address
    assert Settings().metrics_address is None


@pytest.mark.parametrize("contact", ["Ada\nx", "x" * 201, "A\u202eda"])
def test_contact_is_one_short_line(contact: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DOWNEAST_CONTACT", contact)
    with pytest.raises(BadSettings) as raised:
        read_settings()
    assert str(raised.value) == (
        "DOWNEAST_CONTACT must be one line of at most 200 visible characters. "
        "Change it in .env or in the environment."
    )


def test_contact_names_the_operator(monkeypatch: pytest.MonkeyPatch):
    assert read_settings().operator == Operator("")
    monkeypatch.setenv("DOWNEAST_CONTACT", " Ada, @ada ")
    assert read_settings().operator == Operator("Ada, @ada")


def test_choice_of_games_is_read_and_mistakes_are_told(monkeypatch: pytest.MonkeyPatch):
    assert read_settings().rules == GAMES
    monkeypatch.setenv("DOWNEAST_GAMES", "dealt=climb:Climb")
    rules = read_settings().rules
    assert {name for name in rules if rules[name].command} == {"dealt"}
    assert (rules["dealt"].command, rules["dealt"].title) == ("climb", "Climb")
    monkeypatch.setenv("DOWNEAST_GAMES", "dealt=help")
    with pytest.raises(BadSettings) as raised:
        read_settings()
    assert str(raised.value) == (
        "DOWNEAST_GAMES must give entry 1 another command: games, help, me, privacy, server, "
        "settings and table are my own. Change it in .env or in the environment."
    )


@pytest.mark.parametrize(
    ("settings", "warned"),
    [
        ({"DISCORD_TOKEN": "x"}, True),
        ({"DISCORD_TOKEN": "x", "DOWNEAST_CONTACT": "Ada"}, False),
        ({"DOWNEAST_PLAYGROUND_URL": "http://127.0.0.1:8765"}, False),
    ],
)
async def test_a_missing_contact_is_a_warning_on_discord_only(
    settings: dict[str, str],
    warned: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    async def serve(*_: Any, **__: Any) -> None: ...

    async def address(_: str) -> Address:
        return Address("http://127.0.0.1:1", "ws://127.0.0.1:1")

    for variable, value in settings.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.setattr(program.service, "serve", serve)
    monkeypatch.setattr(program, "ask_for_address", address)
    monkeypatch.setattr(program, "aim_at", lambda _: None)
    await program.serve(Settings())
    assert ("DOWNEAST_CONTACT isn't set" in caplog.text) is warned


def test_each_bad_setting_has_its_own_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DOWNEAST_DRAW_PAUSE", "slow")
    monkeypatch.setenv("DOWNEAST_LOG_LEVEL", "MTIz.a-token-in-the-wrong.line")
    with pytest.raises(BadSettings) as raised:
        read_settings()
    first, second = str(raised.value).splitlines()
    assert first.startswith("DOWNEAST_LOG_LEVEL must be ")
    assert second.startswith("DOWNEAST_DRAW_PAUSE must be ")
    assert "a-token" not in str(raised.value), "what was set may be a secret in a wrong place"


def test_settings_file_in_another_encoding_is_reported(tmp_path: Path):
    (tmp_path / ".env").write_text("DOWNEAST_LOG_LEVEL=INFO\n", encoding="utf-16")
    with pytest.raises(BadSettings, match=r"^The file \.env isn't UTF-8 text"):
        read_settings()


def test_unusable_settings_file_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, today I lost at cards again. " * 50)
    monkeypatch.setenv("DOWNEAST_DATABASE", str(file))
    monkeypatch.setattr(sys, "argv", ["bot"])
    assert program.main() == 3
    said = capsys.readouterr().err
    assert str(file) in said
    assert "Traceback" not in said
