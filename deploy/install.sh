#!/bin/sh
# Install this version of Downeast on a machine with systemd, or update to it: sudo deploy/install.sh
# It starts and stops nothing. Packages that you installed beside the old program come with you. What it makes:
#   /opt/downeast-VERSION   the program, with its libraries; /opt/downeast leads to the newest
#   /var/lib/downeast       the account `downeast` lives here, with the settings (.env) and the data
#   /etc/systemd/system/downeast.service
#   /usr/local/bin/downeast  the command, for `sudo downeast check`
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
program=/opt/downeast-$version
home=/var/lib/downeast
new=$program.new
export PIP_DISABLE_PIP_VERSION_CHECK=1

rm -rf "$new"
mkdir "$new"
if [ -x /opt/downeast/bin/pip ]; then # the packages that nothing needs: those that somebody installed
    names=$(/opt/downeast/bin/pip list --not-required --format freeze | sed 's/==.*//' | paste -sd '|')
    /opt/downeast/bin/pip freeze --exclude downeast | grep -iE "^($names)(==| @ )" >"$new/extras.txt" || true
fi
python3 -m venv "$new/build"
"$new/build/bin/pip" install --quiet --require-hashes -r requirements-build.txt
"$new/build/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$new/wheels" .
if [ -s "$new/extras.txt" ] && ! "$new/build/bin/pip" wheel --quiet --wheel-dir "$new/extras" -r "$new/extras.txt"; then
    echo "One of these packages can't be got again, so I changed nothing. Uninstall it with /opt/downeast/bin/pip:" >&2
    cat "$new/extras.txt" >&2
    exit 1
fi
python3 -m venv --clear "$program"
"$program/bin/pip" install --quiet --require-hashes -r requirements.txt
"$program/bin/pip" install --quiet --no-deps "$new"/wheels/downeast-*.whl
if [ -s "$new/extras.txt" ]; then
    "$program/bin/pip" install --quiet --no-index --find-links "$new/extras" -r "$new/extras.txt"
fi
rm -rf "$new"

if ! id downeast >/dev/null 2>&1; then
    useradd --system --user-group --home-dir "$home" --no-create-home --shell /usr/sbin/nologin downeast
fi
install -d -o downeast -g downeast -m 700 "$home"
if [ ! -e "$home/.env" ]; then
    install -o downeast -g downeast -m 600 .env.example "$home/.env"
fi
install -D -m 644 deploy/downeast.service /etc/systemd/system/downeast.service
install -D -m 755 deploy/downeast.sh /usr/local/bin/downeast
ln -sfn "$program" /opt/downeast
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi
echo "Downeast $version is installed. Its settings are in $home/.env."
