"""What a browser gets: the page, and the files that were sent; nothing of it runs anything else's.

Every answer says what a browser may do with it, and only requests under our own name, from our own
page or from no page at all, are answered.
"""

from pathlib import Path
from urllib.parse import quote

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.playground.checks.discord_errors import Refused, not_found
from bot.playground.rest.middleware import answer
from bot.playground.world.app_context import Stage

STATIC = Path(__file__).parent.parent / "static"


def only_ours(stage: Stage) -> Middleware:
    """Make the middleware that turns away who calls us by another name, or from another page."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            stage.gateway.own.check(request.host, request.headers.get("Origin"))
        except Refused as refused:
            return answer(refused.body(), refused.status)
        return await handler(request)

    return check


def page_policy(stage: Stage, request: web.Request) -> str:
    """Write what the page may load, and whom it may talk to: us, and pictures from elsewhere."""
    name = request.host.rpartition(":")[0] or request.host
    sockets = f"{stage.gateway.url.rstrip('/')} ws://{name}:{stage.gateway.port}"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; "
        f"connect-src 'self' {sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def add_site(app: web.Application, stage: Stage) -> None:
    """Mount the page and the files that were sent."""

    async def attachment(request: web.Request) -> web.StreamResponse:
        kind, content = stage.world.files.get(request.match_info["attachment_id"], ("", b""))
        if not kind:
            return answer(not_found().body(), 404)
        name = quote(request.match_info["name"], safe="")
        headers = {
            "Content-Disposition": f"attachment; filename*=UTF-8''{name}",
            "Cache-Control": "private, max-age=86400, immutable",  # another file has another id
        }
        return web.Response(body=content, content_type=kind, headers=headers)

    async def emoji(request: web.Request) -> web.StreamResponse:
        kind, content = stage.world.emoji_images.get(request.match_info["emoji_id"], ("", b""))
        if not kind:
            return answer(not_found().body(), 404)
        headers = {"Cache-Control": "public, max-age=86400, immutable"}  # no emoji is drawn anew
        return web.Response(body=content, content_type=kind, headers=headers)

    async def page(request: web.Request) -> web.StreamResponse:
        file = STATIC / "index.html"
        if not file.exists():
            return web.Response(text="The playground is running; its page is not there.")
        policy = {"Content-Security-Policy": page_policy(stage, request)}
        return web.FileResponse(file, headers={"Cache-Control": "no-cache", **policy})

    app.middlewares.append(only_ours(stage))
    app.on_response_prepare.append(_careful)
    app.router.add_get("/attachments/{channel_id}/{attachment_id}/{name}", attachment)
    app.router.add_get("/emojis/{emoji_id}.png", emoji)
    app.router.add_get("/", page)
    if STATIC.is_dir():
        app.router.add_static("/static", STATIC)


async def _careful(request: web.Request, response: web.StreamResponse) -> None:
    headers = response.headers
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    # a file that was sent, opened by itself, is no page of ours
    headers.setdefault("Content-Security-Policy", "default-src 'none'; sandbox")
    if request.path.startswith("/static/"):
        headers["Cache-Control"] = "no-cache"  # ask whether it changed
