#!/bin/sh
# The command `sudo downeast …` on a machine with systemd: it acts as the account of the bot, in its folder.
cd /var/lib/downeast || exit 2
exec runuser -u downeast -- /opt/downeast/bin/downeast "$@"
