#!/bin/sh
# Start the bot in a container, or run one of its commands.
# Docker restarts a container at once. Discord takes a bot's token away after 1,000 logins a day, so after
# a failure this waits 90 seconds, as deploy/downeast.service does.
[ $# -eq 0 ] || exec downeast "$@"

bot='' stopping=''
trap 'stopping=yes; [ -z "$bot" ] || kill "$bot" 2>/dev/null' TERM INT
downeast &
bot=$!
[ -z "$stopping" ] || kill "$bot" # the signal came before there was anything to stop
wait "$bot"
code=$?
if [ "$stopping" ]; then
    [ "$code" -le 128 ] || { wait "$bot"; code=$?; } # the signal ended the wait, not the bot
elif [ "$code" -ne 0 ]; then
    sleep "${DOWNEAST_RESTART_PAUSE:-90}" &
    bot=$!
    wait "$bot"
fi
exit "$code"
