#!/bin/sh
# Install this version of Downeast on a machine with systemd, or update to it: sudo deploy/install.sh
# It starts and stops nothing. What it makes:
#   /opt/downeast-VERSION   the program, with its libraries; /opt/downeast leads to the newest
#   /var/lib/downeast       the account `downeast` lives here, with the settings (.env) and the data
#   /etc/systemd/system/downeast.service
#   /usr/local/bin/downeast  the command, for `sudo downeast check`
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
program=/opt/downeast-$version
home=/var/lib/downeast

rm -rf "$program.new"
python3 -m venv "$program.new/build"
"$program.new/build/bin/pip" install --quiet --require-hashes -r requirements-build.txt
"$program.new/build/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir "$program.new/wheels" .
python3 -m venv --clear "$program"
"$program/bin/pip" install --quiet --require-hashes -r requirements.txt
"$program/bin/pip" install --quiet --no-deps "$program.new"/wheels/downeast-*.whl
rm -rf "$program.new"

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
