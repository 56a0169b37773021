"""Tells a supervisor, such as systemd, that the bot is ready, alive or stopping.

The supervisor listens on a Unix socket that it names in NOTIFY_SOCKET, and each message is a line
like READY=1 (man 3 sd_notify). It may want a sign of life every WATCHDOG_USEC microseconds, and
restarts a program that doesn't give one.
"""

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class Supervisor:
    """Sends messages to the supervisor that the environment names. Without one it does nothing."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.sign_every = _sign_every(environment) if address else None
        """Seconds between two signs of life, half of what the supervisor allows. None: none."""

    def still_starting(self, why: str, seconds: float) -> None:
        """Say why the start takes longer, and ask for this many seconds more."""
        self.status(why)
        self._say(f"EXTEND_TIMEOUT_USEC={seconds * 1_000_000:.0f}")

    def ready(self) -> None:
        """Say that the start succeeded."""
        self._say("READY=1")

    def alive(self) -> None:
        """Say that the event loop runs, if the supervisor wants to know."""
        if self.sign_every is not None:
            self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the program is ending as it was asked to."""
        self._say("STOPPING=1")

    def status(self, text: str) -> None:
        """Say in one line how the bot is."""
        self._say(f"STATUS={' '.join(text.split())}")

    def _say(self, line: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
                out.setblocking(False)  # whatever the supervisor does, the tables go on
                out.sendto(line.encode(), self._address)
        except OSError as problem:
            log.debug("I couldn't tell my supervisor %s: %s", line.partition("=")[0], problem)


def _sign_every(environment: Mapping[str, str]) -> float | None:
    """Return half of the time after which the watchdog bites, or None if there is none."""
    microseconds = environment.get("WATCHDOG_USEC", "")
    ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    if not ours or not microseconds.isdecimal() or int(microseconds) == 0:
        return None
    return int(microseconds) / 2_000_000
