"""What the house shows, whatever is played: the first page, /help, and a list of tables."""

from playground.tests.user import User
from tests.actors.harbor import Harbor
from tests.tools.tour.camera import Camera
from tests.tools.tour.guide import CHANNEL, Chapter, Guide, View
from tests.tools.tour.plan import planned

SOME = 14  # moves that are played at each table of a list


async def welcome(here: Harbor, eye: Camera, chapter: Chapter) -> None:
    """Picture the page as who opens it for the first time sees it."""
    await eye.page.locator(".starts button").first.wait_for()
    shot = await eye.whole(chapter.name("welcome"))
    says = "The playground, opened for the first time: one person can sit at the table as five."
    chapter.views.append(View(shot, "welcome", says))


async def lists(here: Harbor, eye: Camera, chapter: Chapter, games: list[str]) -> None:
    """Picture /help, and what /games says to somebody who sits at several tables."""
    unpictured = Chapter("", "")
    for game in games:
        await Guide(here, eye, planned(game), unpictured).skip(SOME)
    ann = here.users["Ann"]
    for slug, command, says in (
        ("help", "help", "The games, to a stranger: each is a press away."),
        ("games", "games", "What waits for Ann at all her tables, and by when."),
    ):
        await _answer(here, eye, chapter, ann, slug, command, says)


async def _answer(
    here: Harbor, eye: Camera, chapter: Chapter, user: User, slug: str, command: str, says: str
) -> None:
    outcome = await user.command(command, channel=CHANNEL)
    await here.settled()
    shot = await eye.message(user.name, CHANNEL, outcome.message["id"], chapter.name(slug))
    chapter.views.append(View(shot, slug, says))
