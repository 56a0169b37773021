"""Takes the pictures of docs/tour anew: `python -m tests.tools.tour`, or of some games only.

python -m tests.tools.tour                          # all of it: docs/tour, and the README's best
python -m tests.tools.tour dealt --out /tmp/tour    # one game, to look at; nothing else is written
python -m tests.tools.tour --plan                   # where it would stop, without a browser
"""

import argparse
import asyncio
import shutil
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from games import GAMES
from tests.actors.harbor import Harbor
from tests.actors.page.browser import CHROMIUM
from tests.tools.tour import house
from tests.tools.tour.album import page, weighed, with_best
from tests.tools.tour.camera import SUFFIX, camera
from tests.tools.tour.guide import Chapter, Guide, quay, to_evening
from tests.tools.tour.plan import described, planned

ROOT = Path(__file__).parents[3]
ALBUM = ROOT / "docs" / "tour"


async def toured(games: list[str], folder: Path, seed: int) -> tuple[list[Chapter], list[str]]:
    """Play the games, and take their pictures into a folder; return also what went wrong."""
    async with quay() as here:
        the_house = Chapter("house", "The house")
        async with camera(here.playground.base, folder, welcome=True) as eye:
            await to_evening(here, eye)
            await house.welcome(here, eye, the_house)
        chapters = [await _of_game(here, folder, game, seed) for game in games]
        async with camera(here.playground.base, folder) as eye:
            await to_evening(here, eye)
            await house.lists(here, eye, the_house, [*GAMES][:3])
        unhappy = here.unhappy()
    return [*chapters, the_house], unhappy


async def _of_game(here: Harbor, folder: Path, game: str, seed: int) -> Chapter:
    since = time.monotonic()
    chapter = Chapter(game, GAMES[game].title)
    async with camera(here.playground.base, folder) as eye:
        await to_evening(here, eye)
        await Guide(here, eye, planned(game, seed), chapter).play()
    print(f"{game}: {len(chapter.views)} stages in {time.monotonic() - since:.0f} s")
    return chapter


def main() -> None:
    """Take the pictures, or say what would be taken."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.tour", description=__doc__)
    parser.add_argument("games", nargs="*", help="which (all of them)")
    parser.add_argument("--out", type=Path, default=None, help="a folder to look at them in")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plan", action="store_true", help="only say where it would stop")
    given = parser.parse_args()
    unknown = [game for game in given.games if game not in GAMES]
    if unknown:
        parser.error(f"there is no game called {unknown[0]}, but {', '.join(GAMES)}")
    games = given.games or [*GAMES]
    if given.plan:
        for plan in [planned(game, given.seed) for game in games]:
            print(f"{plan.game}, seed {plan.seed}: {len(plan.turns)} moves")
            print(described(plan.stages))
        return
    if given.games and given.out is None:
        parser.error("some games alone go into a folder of their own: --out")
    if CHROMIUM is None:
        sys.exit("The tour wants a Chromium on this machine.")
    folder: Path = given.out or ALBUM
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:  # what is there stays until all of it is done
        chapters, unhappy = asyncio.run(toured(games, Path(made), given.seed))
        for shot in Path(made).glob(f"-*{SUFFIX}"):  # of tables that are only there to be listed
            shot.unlink()
        weight = weighed(Path(made))
        for old in folder.glob(f"*{SUFFIX}"):
            old.unlink()
        for new in Path(made).iterdir():
            shutil.copy(new, folder)
    (folder / "README.md").write_text(page(chapters), encoding="utf-8")
    if given.out is None:
        readme = ROOT / "README.md"
        written = with_best(readme.read_text(encoding="utf-8"), chapters)
        readme.write_text(written, encoding="utf-8")
    print(f"{len([*folder.glob(f'*{SUFFIX}')])} pictures, {weight / 1e6:.1f} MB")
    if unhappy:
        sys.exit("What Discord would have complained of:\n" + "\n".join(unhappy))


if __name__ == "__main__":
    main()
