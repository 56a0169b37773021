"""Games of other packages are found, offered and played; a broken one is refused in a sentence."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import all_games
from bot.all_games import BadGame, face_of
from bot.settings import Settings
from games import GAMES
from tests.actors.harbor import harbor
from tests.actors.player import play_table
from tests.outside_game import NAME, PACKAGE, write_outside_game


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put an empty folder for packages on the path; forget what was found there afterwards."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    _forget()
    yield folder
    _forget()


def _forget() -> None:
    vars(all_games)["_entry_points"].cache_clear()
    vars(all_games)["_games_elsewhere"].cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_without_other_packages_there_are_our_games() -> None:
    assert dict(all_games.all_games()) == GAMES
    assert face_of("deadman") == "cogs.deadman"


def test_game_of_another_package_is_listed_after_ours(packages: Path) -> None:
    write_outside_game(packages)
    assert list(all_games.all_games()) == [*GAMES, NAME]
    assert face_of(NAME) == f"{PACKAGE}.face"


def test_game_of_another_package_can_be_chosen_and_renamed(packages: Path) -> None:
    write_outside_game(packages)
    rules = Settings(games=f"{NAME}=dice:Dicey").rules
    assert (rules[NAME].command, rules[NAME].title) == ("dice", "Dicey")
    assert rules["deadman"].command == ""


async def test_game_of_another_package_is_offered_drawn_and_played(
    packages: Path, tmp_path: Path
) -> None:
    write_outside_game(packages)
    async with harbor(tmp_path, people=2, bot=False) as here:
        here.games = dict(all_games.all_games())
        await here.start_bot()
        board = await play_table([here.users["Ann"], here.users["Ben"]], NAME)
    assert "wins Low Die" in board
    assert here.witness.errors == []


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ("deadman = downeast_lowdie.face", "has the name of a game or command of mine"),
        ("help = downeast_lowdie.face", "has the name of a game or command of mine"),
        ("Low-Die = downeast_lowdie.face", "must have a name of at most 20 small letters"),
        ("dice = downeast_lowdie.face", "calls itself 'lowdie' in its rules"),
        ("lowdie = downeast_lowdie.fact", "can't be loaded (ModuleNotFoundError"),
        ("lowdie = downeast_lowdie.game", "can't be loaded (AttributeError"),
    ],
)
def test_unusable_game_of_another_package_is_named(packages: Path, entry: str, wrong: str) -> None:
    write_outside_game(packages, entry)
    with pytest.raises(BadGame) as refused:
        all_games.all_games()
    assert str(refused.value).startswith(f"The game {entry.split()[0]} of the package downeast-low")
    assert wrong in str(refused.value)
    assert str(refused.value).endswith("Update or uninstall that package.")
