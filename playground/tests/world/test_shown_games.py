"""The page reads a game's card as JSON, with the addresses of its pictures."""

from dataclasses import dataclass, field

from discord_playground.world.shown_games import no_cards, shape


@dataclass(frozen=True)
class Chess:
    command: str = "chess start"
    title: str = "Chess"
    about: str = "Kings and queens."
    players: str = "2 players"
    duration: str = ""
    pictures: tuple[bytes, ...] = (b"king", b"queen")
    fill: dict[str, int] = field(default_factory=lambda: {"house": 1})
    deal: str = "Begin"


def test_a_card_names_its_pictures_by_its_place():
    read = shape(3, Chess())
    assert read["pictures"] == ["/games/3/0.png", "/games/3/1.png"]
    assert (read["command"], read["fill"], read["deal"]) == ("chess start", {"house": 1}, "Begin")


def test_there_are_no_cards_without_a_bot():
    assert list(no_cards()) == []
