"""Discord's rate limits: a bucket per route and channel, 50 requests a second, and a ban.

Discord publishes no limits per route ("read the headers"); the numbers here are close to those seen
on Discord. Interaction callbacks have no bucket and don't count towards the 50.

Some limits lie below a bucket and don't show in its headers. Discord answers them with scope
"shared": some requests remain, `Retry-After` is short, and only the body says how long to wait.
"""

import hashlib
import math
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from discord_playground.world.discord_errors import Refused

GLOBAL = 50  # requests per second
OLD_EDITS = (3, 6.0)  # edits per channel of messages older than an hour (error 30046)
OLD_AFTER = 3600.0
RENAMES = (2, 600.0)  # renames of a thread
INVALID = (10_000, 600.0)  # this many 401, 403 or 429 in this many seconds: a ban
DM_OPENS = (50, 600.0)  # an estimate: Discord only says "a significant amount of DMs too quickly"
SHARED_AFTER = 1.0  # the headers' seconds of a shared limit, whatever its body says
SWEEP_FROM = 500  # remove expired windows when there are this many

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
SAME_HASH = ("create", "edit")  # these count apart, although Discord gives both the same hash


@dataclass(slots=True)
class _Window:
    left: int
    ends: float  # on the monotonic clock


def rate_limited(retry_after: float, *, scope: str = "user") -> Refused:
    """Return a 429 as Discord writes it. `scope` is "user", "shared" or "global".

    `Via` tells clients that it comes from Discord itself.
    """
    shown = SHARED_AFTER if scope == "shared" else retry_after
    headers = {
        "Via": "1.1 google",
        "Retry-After": str(max(1, math.ceil(shown))),
        "X-RateLimit-Scope": scope,
    }
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    what = "The resource is" if scope == "shared" else "You are"
    return Refused(
        429,
        0,
        f"{what} being rate limited.",
        retry_after=round(retry_after, 3),
        scope=scope,
        headers=headers,
    )


class RateLimits:
    """All rate limit buckets. `on` switches all limits on and off."""

    def __init__(self, *, on: bool = True) -> None:
        self.on = on
        self.limits = dict(LIMITS)
        self.everywhere = GLOBAL
        self.old_edits = OLD_EDITS
        self.renames = RENAMES
        self.dm_opens = DM_OPENS
        self.invalid_allowed = INVALID[0]
        self._windows: dict[str, _Window] = {}
        self._invalid: deque[float] = deque()

    def _spend(self, key: str, limit: int, seconds: float) -> tuple[_Window, float]:
        """Take one request from a bucket. Return its window and the seconds until it refills.

        The window's `left` is -1 if the bucket was empty.
        """
        now = time.monotonic()
        window = self._windows.get(key)
        if window is None or window.ends <= now:
            if len(self._windows) >= SWEEP_FROM:
                self._windows = {
                    name: window for name, window in self._windows.items() if window.ends > now
                }
            window = self._windows[key] = _Window(limit, now + seconds)
        window.left = max(-1, window.left - 1)
        return window, window.ends - now

    def spend(self, method: str, route: str, major: str) -> dict[str, str]:
        """Count a request and return its bucket's headers. Raise a 429 if the bucket is empty."""
        if not self.on or route.endswith("/callback"):
            return {}
        if not route.startswith("/webhooks/"):
            window, after = self._spend("everywhere", self.everywhere, 1.0)
            if window.left < 0:
                raise rate_limited(after, scope="global")
        bucket, (limit, seconds) = self._bucket(method, route)
        window, after = self._spend(f"{bucket} {major}", limit, seconds)
        if window.left < 0:
            raise rate_limited(after)
        return self.headers(method, route, left=window.left, after=after)

    def _bucket(self, method: str, route: str) -> tuple[str, tuple[int, float]]:
        name = NAMED.get((method, route)) or ("webhook" if route.startswith(_WEBHOOK) else "other")
        return f"{method} {route}" if name == "other" else name, self.limits[name]

    def headers(
        self, method: str, route: str, *, left: int = 0, after: float = 0.0
    ) -> dict[str, str]:
        """Return the rate limit headers of a route's bucket."""
        bucket, (limit, _) = self._bucket(method, route)
        name = SAME_HASH[0] if bucket in SAME_HASH else bucket
        return {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(name.encode(), usedforsecurity=False).hexdigest(),
        }

    def headers_of(self, refused: Refused, method: str, route: str) -> dict[str, str]:
        """Return the bucket's headers of a 429. The global limit has no bucket."""
        if refused.scope == "global":
            return {}
        if refused.scope == "shared":
            left = self._bucket(method, route)[1][0] - 1
            return self.headers(method, route, left=max(1, left), after=SHARED_AFTER)
        return self.headers(method, route, after=refused.retry_after or 0.0)

    def spend_old_edit(self, channel_id: str) -> None:
        """Count an edit of a message older than an hour. Raise 30046 if there were too many."""
        limit, seconds = self.old_edits
        window, after = self._spend(f"old edits {channel_id}", limit, seconds)
        if self.on and window.left < 0:
            refused = rate_limited(after, scope="shared")
            refused.code = 30046
            # Discord forgets to fill in the number
            refused.message = "Maximum number of edits to messages older than 1 hour reached {}."
            raise refused

    def spend_rename(self, thread_id: str) -> None:
        """Count a change of a thread's name. Raise a 429 if there were too many."""
        limit, seconds = self.renames
        window, after = self._spend(f"renames {thread_id}", limit, seconds)
        if self.on and window.left < 0:
            raise rate_limited(after, scope="shared")

    def spend_dm(self) -> None:
        """Count a newly opened DM. Raise error 40003 if there were too many."""
        limit, seconds = self.dm_opens
        window, _ = self._spend("opened DMs", limit, seconds)
        if self.on and window.left < 0:
            raise Refused(403, 40003, "You are opening direct messages too fast.")

    def count_invalid(self) -> None:
        """Count an answer with status 401, 403 or 429."""
        self._invalid.append(time.monotonic())

    @property
    def banned(self) -> bool:
        """Whether the bot is banned because too many of its requests were invalid."""
        while self._invalid and self._invalid[0] < time.monotonic() - INVALID[1]:
            self._invalid.popleft()
        return self.on and len(self._invalid) > self.invalid_allowed
