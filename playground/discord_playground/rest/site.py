"""Serve the page and its pictures to browsers, with strict security headers.

Only requests to the playground's own host name are answered, and a request with an `Origin` must
come from the playground's own page.
"""

from pathlib import Path
from urllib.parse import quote

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from discord_playground.checks.signed_urls import is_valid
from discord_playground.rest.app_context import AppContext
from discord_playground.rest.middleware import answer
from discord_playground.world.discord_errors import Refused, not_found

STATIC = Path(__file__).parent.parent / "static"


def own_host_only(app: AppContext) -> Middleware:
    """Return the middleware that refuses foreign host names and requests from foreign pages."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            app.gateway.own.check(request.host, request.headers.get("Origin"))
        except Refused as refused:
            return answer(refused.body(), refused.status)
        return await handler(request)

    return check


def page_policy(app: AppContext, request: web.Request) -> str:
    """Return the page's Content-Security-Policy, which blocks nearly all foreign sources."""
    name = request.host.rpartition(":")[0] or request.host
    sockets = f"{app.gateway.url.rstrip('/')} ws://{name}:{app.gateway.port}"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; "
        f"connect-src 'self' {sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def add_site(web_app: web.Application, app: AppContext) -> None:
    """Add the page, the attachments and the emojis to the app."""

    async def attachment(request: web.Request) -> web.StreamResponse:
        kind, content = app.world.files.get(request.match_info["attachment_id"], ("", b""))
        path = request.path.removeprefix("/media")
        if not kind or not is_valid(path, request.query, app.world.now()):
            return web.Response(text="This content is no longer available.", status=404)
        name = quote(request.match_info["name"], safe="")
        headers = {
            "Content-Disposition": f"attachment; filename*=UTF-8''{name}",
            "Cache-Control": "private, max-age=86400, immutable",  # a changed file gets a new id
            "Content-Type": kind,
        }
        return web.Response(body=content, headers=headers)

    async def emoji(request: web.Request) -> web.StreamResponse:
        kind, content = app.world.emoji_images.get(request.match_info["emoji_id"], ("", b""))
        if not kind:
            return answer(not_found().body(), 404)
        headers = {
            "Cache-Control": "public, max-age=86400, immutable"
        }  # an emoji's picture never changes
        return web.Response(body=content, content_type=kind, headers=headers)

    async def game_picture(request: web.Request) -> web.StreamResponse:
        cards, card, at = app.cards(), *(int(request.match_info[key]) for key in ("card", "at"))
        if card >= len(cards) or at >= len(cards[card].pictures):
            return answer(not_found().body(), 404)
        return web.Response(body=cards[card].pictures[at], content_type="image/png")

    async def page(request: web.Request) -> web.StreamResponse:
        file = STATIC / "index.html"
        if not file.exists():
            return web.Response(text="The playground is running; its page is not there.")
        policy = {"Content-Security-Policy": page_policy(app, request)}
        return web.FileResponse(file, headers={"Cache-Control": "no-cache", **policy})

    web_app.middlewares.append(own_host_only(app))
    web_app.on_response_prepare.append(_add_security_headers)
    for host in ("", "/media"):
        path = host + "/attachments/{channel_id}/{attachment_id}/{name}"
        web_app.router.add_get(path, attachment)
    web_app.router.add_get("/emojis/{emoji_id}.png", emoji)
    web_app.router.add_get(r"/games/{card:\d{1,3}}/{at:\d{1,3}}.png", game_picture)
    web_app.router.add_get("/", page)
    if STATIC.is_dir():
        web_app.router.add_static("/static", STATIC)


async def _add_security_headers(request: web.Request, response: web.StreamResponse) -> None:
    headers = response.headers
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    # browsers must not display an attachment as a page of the playground
    headers.setdefault("Content-Security-Policy", "default-src 'none'; sandbox")
    if request.path.startswith("/static/"):
        headers["Cache-Control"] = "no-cache"  # revalidate each time
