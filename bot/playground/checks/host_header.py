"""Whose name a request was sent to, and from whose page: only our own are answered.

A page of somebody else's, in a browser on this machine, could otherwise play as anybody here: by
asking us outright (`Origin`), or under a name of its own that it has made to mean this machine
(`Host`; DNS rebinding).
"""

from ipaddress import ip_address

from bot.playground.checks.discord_errors import Refused

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("0.0.0.0", "::", "")


class OwnName:
    """What this playground is called: its host, and once it is open the port of its page."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.port = 0
        shown = f"[{host}]" if ":" in host else host.lower()
        local = shown in LOOPBACK or host in EVERYWHERE
        self.names = {shown, *(LOOPBACK if local else ())}

    def is_host(self, given: str) -> bool:
        """Whether a `Host` names us; on all of a machine's addresses, any address does."""
        name = given.lower()
        if not name.endswith("]"):
            name = name.rpartition(":")[0] or name
        if name in self.names:
            return True
        if self.host not in EVERYWHERE:
            return False
        try:
            return bool(ip_address(name.strip("[]")))
        except ValueError:
            return False

    def is_page(self, origin: str) -> bool:
        """Whether an `Origin` is our own page."""
        scheme, _, host = origin.partition("://")
        return scheme == "http" and self.is_host(host) and host.endswith(f":{self.port}")

    def check(self, host: str, origin: str | None) -> None:
        """Refuse (403) what was not sent to us, or not from our page, if from any."""
        if not self.is_host(host):
            raise Refused(403, 0, f"403: this is the playground at {self.host}, and no other")
        if origin is not None and not self.is_page(origin):
            raise Refused(403, 0, "403: this page may not")
