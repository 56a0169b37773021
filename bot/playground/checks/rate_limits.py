"""Rate limits, as Discord keeps them: a bucket per route and place, fifty a second in all, and a
ban for those who will not listen.

The numbers per route are nobody's promise (Discord says: read the headers); these are like what is
seen there. Interaction callbacks have no bucket and do not count towards the fifty.
"""

import hashlib
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from bot.playground.checks.discord_errors import Refused

GLOBAL = 50  # requests per second
OLD_EDITS = (3, 6.0)  # edits of messages older than an hour, per channel: error 30046
OLD_AFTER = 3600.0
INVALID = (10_000, 600.0)  # 401, 403 and 429 answers before the ban
DM_OPENS = (50, 600.0)  # not official; "a significant amount of DMs too quickly"
CROWD = 500  # windows from which on those are forgotten that have ended: each token has its own

_MESSAGES = "/channels/{channel_id}/messages"
_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
NAMED: Mapping[tuple[str, str], str] = {
    ("POST", _MESSAGES): "create",
    ("PATCH", _MESSAGES + "/{message_id}"): "edit",
    ("DELETE", _MESSAGES + "/{message_id}"): "delete",
    ("POST", "/channels/{channel_id}/typing"): "typing",
    ("POST", _WEBHOOK): "webhook",
}
LIMITS: Mapping[str, tuple[int, float]] = {
    "create": (5, 5.0),
    "edit": (5, 5.0),
    "delete": (5, 1.0),
    "typing": (5, 5.0),
    "webhook": (5, 2.0),
    "other": (30, 10.0),
}


@dataclass(slots=True)
class _Window:
    left: int
    ends: float  # monotonic


def limited(retry_after: float, *, everywhere: bool = False, scope: str = "user") -> Refused:
    """Make a 429 as Discord writes it; `Via` tells clients that it is Discord's own."""
    headers = {
        "Via": "1.1 google",
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if everywhere else scope,
    }
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    return Refused(
        429,
        0,
        "You are being rate limited.",
        retry_after=round(retry_after, 3),
        everywhere=everywhere,
        headers=headers,
    )


class Rates:
    """Every bucket, and the switch that turns them off (`on`)."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self.limits = dict(LIMITS)
        self.everywhere = GLOBAL
        self.old_edits = OLD_EDITS
        self.dm_opens = DM_OPENS
        self.invalid_allowed = INVALID[0]
        self._windows: dict[str, _Window] = {}
        self._invalid: deque[float] = deque()

    def _spend(self, key: str, limit: int, seconds: float) -> tuple[_Window, float]:
        """Take one from a bucket; left is -1 if there was none. Returns the seconds to its end."""
        now = time.monotonic()
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            if len(self._windows) >= CROWD:
                self._windows = {own: one for own, one in self._windows.items() if one.ends > now}
            window = self._windows[key] = _Window(limit, now + seconds)
        window.left = max(-1, window.left - 1)
        return window, window.ends - now

    def spend(self, method: str, route: str, major: str) -> dict[str, str]:
        """Count a request; returns the headers of its bucket, or raises the 429."""
        if not self.on or route.endswith("/callback"):
            return {}
        if not route.startswith("/webhooks/"):
            window, after = self._spend("everywhere", self.everywhere, 1.0)
            if window.left < 0:
                raise limited(after, everywhere=True)
        own, (limit, seconds) = self._bucket(method, route)
        window, after = self._spend(f"{own} {major}", limit, seconds)
        if window.left < 0:
            raise limited(after)
        return self.headers(method, route, left=window.left, after=after)

    def _bucket(self, method: str, route: str) -> tuple[str, tuple[int, float]]:
        name = NAMED.get((method, route)) or ("webhook" if route.startswith(_WEBHOOK) else "other")
        return f"{method} {route}" if name == "other" else name, self.limits[name]

    def headers(
        self, method: str, route: str, *, left: int = 0, after: float = 0.0
    ) -> dict[str, str]:
        """Write a bucket's headers; every 429 has them, for whatever it is one."""
        own, (limit, _) = self._bucket(method, route)
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(own.encode(), usedforsecurity=False).hexdigest(),
        }

    def spend_old_edit(self, channel_id: str) -> None:
        """Count an edit of a message older than an hour; raises 30046 as a 429."""
        limit, seconds = self.old_edits
        window, after = self._spend(f"old edits {channel_id}", limit, seconds)
        if self.on and window.left < 0:
            refused = limited(after, scope="shared")
            refused.code = 30046
            refused.message = (
                "Maximum number of edits to messages older than 1 hour reached. Try again later"
            )
            raise refused

    def spend_dm(self) -> None:
        """Count a newly opened DM; raises 40003."""
        limit, seconds = self.dm_opens
        window, after = self._spend("opened DMs", limit, seconds)
        if self.on and window.left < 0:
            refused = limited(after)
            refused.code, refused.message = 40003, "You are opening direct messages too fast"
            raise refused

    def note_invalid(self) -> None:
        """Count an answer of 401, 403 or 429."""
        self._invalid.append(time.monotonic())

    @property
    def banned(self) -> bool:
        """Whether so many requests were invalid that nothing is answered any more."""
        while self._invalid and self._invalid[0] < time.monotonic() - INVALID[1]:
            self._invalid.popleft()
        return self.on and len(self._invalid) > self.invalid_allowed
