"""Refuse requests that come from other web pages, by their `Host` and `Origin` headers.

Without this check a foreign page in a browser on this machine could act as any person here. It
could send requests directly (the `Origin` gives it away), or under a host name that resolves to
this machine (DNS rebinding; the `Host` gives it away).
"""

from ipaddress import ip_address

from discord_playground.world.discord_errors import Refused

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("0.0.0.0", "::", "")


class HostCheck:
    """The host names that mean this playground, and the port of its page once it is open."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.port = 0
        shown = f"[{host}]" if ":" in host else host.lower()
        local = shown in LOOPBACK or host in EVERYWHERE
        self.names = {shown, *(LOOPBACK if local else ())}

    def is_host(self, given: str) -> bool:
        """Return whether a `Host` header names this playground.

        If the playground listens on all addresses, any IP address is accepted.
        """
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
        """Return whether an `Origin` header is that of the playground's own page."""
        scheme, _, host = origin.partition("://")
        return scheme == "http" and self.is_host(host) and host.endswith(f":{self.port}")

    def check(self, host: str, origin: str | None) -> None:
        """Raise a 403 for a foreign `Host` or a foreign `Origin`."""
        if not self.is_host(host):
            raise Refused(403, 0, f"403: this is the playground at {self.host}, and no other")
        if origin is not None and not self.is_page(origin):
            raise Refused(403, 0, "403: this page may not")
