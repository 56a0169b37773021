"""Names requests to Discord by what they are for, without anybody's id or token.

    /api/v10/channels/123/messages/456 -> channels/{id}/messages/{id}

Only words that Discord's documentation uses stay as they are. So whatever else is in a path can't
get into a label of a metric or into the log.
"""

import aiohttp

from bot.observe.observer import Observer

WORDS = {
    *("applications", "commands", "emojis", "entitlements", "gateway", "bot", "oauth2", "skus"),
    *("channels", "messages", "threads", "thread-members", "typing", "pins", "reactions"),
    *("guilds", "members", "roles", "users", "@me", "@original", "bulk-delete", "search"),
    *("interactions", "callback", "webhooks", "avatars", "attachments", "archived", "active"),
}
TOKENS_FOLLOW = {"interactions", "webhooks"}  # interactions/{id}/{token}/callback
NO_ANSWER = "none"  # the status of a request that never got an answer


def route_of(path: str) -> str:
    """Return the route of a path or of a part of it, without its version and its query."""
    parts = [part for part in path.partition("?")[0].split("/") if part]
    if parts[:1] == ["api"]:
        parts = parts[2:] if parts[1:2] and parts[1].startswith("v") else parts[1:]
    route: list[str] = []
    for part in parts:
        if part in WORDS:
            route.append(part)
        elif part.isdecimal():
            route.append("{id}")
        elif route[-2:-1] and route[-2] in TOKENS_FOLLOW:
            route.append("{token}")
        else:
            route.append("{other}")
    return "/".join(route)


def tracing(observer: Observer) -> aiohttp.TraceConfig:
    """Return what tells an observer of each request of an HTTP session."""
    trace = aiohttp.TraceConfig()

    async def answered(_: object, __: object, seen: aiohttp.TraceRequestEndParams) -> None:
        observer.requested(_named(seen.method, seen.url.path), str(seen.response.status))
        if seen.response.status == 429:
            scope = seen.response.headers.get("X-RateLimit-Scope", "")
            observer.rate_limited(scope if scope in ("user", "global", "shared") else "other")

    async def lost(_: object, __: object, seen: aiohttp.TraceRequestExceptionParams) -> None:
        observer.requested(_named(seen.method, seen.url.path), NO_ANSWER)

    trace.on_request_end.append(answered)
    trace.on_request_exception.append(lost)
    return trace


def _named(method: str, path: str) -> str:
    return f"{method} {route_of(path) or '/'}"
