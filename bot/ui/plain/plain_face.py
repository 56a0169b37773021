"""A face that needs only the rules, a colour and a pitch: all else follows from the game's types.

    SAYS = {Rolled: "{seat} rolled again.", Duelled: ("You duel {rival}.", "{seat} duels {rival}.")}

    class LowDieFace(PlainFace):
        rules = LowDie()
        colour, about, pitch = 0x2D6A8F, "…", "…"
        ways = (way(Duel, "Duel {rival}"),)
        says = SAYS

Every part can be replaced by itself: a way in `ways`, a sentence in `says`, a page in `how_to`, and
each method, because a plain face is its own `draw`, `asked`, `tell` and `story`
(bot/ui/face/face.py).
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from bot.ui.face.face import Agreed, Drawing, Face, Outcome, Page, Term
from bot.ui.face.podium import places_by
from bot.ui.face.story import Game, Reveal, one_by_one
from bot.ui.panels.panel import Part, Text
from bot.ui.panels.words import Names, listed
from bot.ui.plain import plain_drawing, plain_help
from bot.ui.plain.plain_text import Says, hints_of, holes, members_of, sentence_of, usual_template
from bot.ui.plain.plain_ways import Label, Undeclared, completed, order_way, way
from bot.ui.ways.resolve import attributes_of
from bot.ui.ways.ways import AnyWay
from games.rules import AnyRules, Seat, types_of

MOST_WANTED = 100  # characters of a notice's list of moves
REQUIRED = {
    "rules": "an instance of the game's Rules",
    "colour": "a number such as 0x2D6A8F that no other face has",
    "about": "what the game is, in a few words",
    "pitch": "what the game is, in two sentences of 60 to 200 characters",
}


class PlainFace(Face[Any, Any, Any, Any]):
    """A face made from its game's types. Replace any attribute or method of it.

    Raises Undeclared if the types don't say enough, with what to write.
    """

    ways: tuple[AnyWay, ...] = ()
    """The ways that the types don't say well enough. The order is that of the union of moves."""
    orders: tuple[AnyWay, ...] = ()
    """The same for standing orders."""
    how_to: Sequence[Page] = ()
    terms_asked: tuple[Term, ...] = ()
    says: ClassVar[Mapping[type, Says]] = {}
    """The sentence for each kind of event and standing order, with its fields in braces: "" if an
    event isn't worth one. A function of the event chooses between several.
    """
    unsaid: ClassVar[tuple[str, ...]] = ()
    """The public fields that the board leaves out."""
    point: ClassVar[tuple[str, str]] = ("point", "points")
    """What the score counts: one, and several."""
    reveals: ClassVar[tuple[type, ...]] = ()
    """The public events whose sentence stands above the board until the next step."""
    ends_round: ClassVar[tuple[type, ...]] = ()
    """Those of them that the channel also gets a message about. A round takes two moves or more."""

    def __init__(self) -> None:
        for name, what in REQUIRED.items():
            if not hasattr(self, name):
                raise Undeclared(f"{type(self).__name__} needs `{name}`: {what}.")
        types = types_of(self.rules)
        kinds = () if self.rules.orders is None else self.rules.orders.kinds
        self._check_says((*members_of(types.event), *kinds))
        self.ways = completed(members_of(types.move), self.ways, way)
        self.orders = completed(kinds, self.orders, order_way)
        self.how_to = self.how_to or plain_help.pages(self.rules, self.pitch, self.ways)
        self.terms_asked = self.terms_asked or plain_help.terms_asked(types.options)
        self._play_all_parts()

    def _play_all_parts(self) -> None:
        self.draw = self.asked = self.tell = self.story = self

    def _check_says(self, kinds: Sequence[Any]) -> None:
        face = type(self).__name__
        for event, says in self.says.items():
            if event not in kinds:
                raise Undeclared(f"{face}.says: {event.__name__} is no event of this game.")
            if callable(says):
                continue
            known = list(hints_of(event))
            templates = [says] if isinstance(says, str) else says
            for name in [name for template in templates for name in holes(template)]:
                if name not in known:
                    has = listed(known) if known else "none"
                    raise Undeclared(
                        f"{face}.says: {event.__name__} has no field {{{name}}}. Its fields: {has}."
                    )

    def called_as(self, rules: AnyRules) -> Self:
        """Return a copy of this face with the same rules under another command and title."""
        renamed = super().called_as(rules)
        renamed._play_all_parts()
        return renamed

    # --- what is agreed ---------------------------------------------------------------------------

    def terms(self, options: Any) -> Sequence[Agreed]:
        """List the options and their values."""
        return plain_help.terms(options)

    def private(self, public: Any) -> frozenset[Seat]:
        """Return all seats to move, unless nobody sees more than the public."""
        return frozenset() if plain_drawing.is_open(self.rules) else self.rules.to_move(public)

    def describe_order(self, order: Any, view: Any, names: Names) -> str:
        """Tell by its sentence in `says` or by its label what a standing order will do."""
        if says := self.says.get(order.__class__):
            return sentence_of(says, order, names, view.seat)
        made = next(made for made in self.orders if made.move is order.__class__)
        return f"You {_lower(made.label(view, attributes_of(order), names))}."

    # --- drawn ------------------------------------------------------------------------------------

    def board(self, public: Any, names: Names) -> Drawing:
        """Draw the public fields of the view."""
        return Drawing(self.situation(public, names), self._public(public, names))

    def hand(self, view: Any, names: Names) -> Drawing:
        """Draw the fields that only the view's owner sees."""
        return Drawing(self.situation(view, names), _text(self.about_hand(view, names)))

    def ending(self, public: Any, names: Names) -> Drawing:
        """Draw the last board, and say who won."""
        said = plain_drawing.winners_of(self.rules.standing(public), names)
        return Drawing(said, self._public(public, names))

    def _public(self, public: Any, names: Names) -> Sequence[Part]:
        players = plain_drawing.player_lines(
            names, lambda seat: self.about_player(public, seat, names)
        )
        return [players, *_text(self.about_table(public, names))]

    def about_player(self, public: Any, seat: Seat, names: Names) -> str:
        """Write what everybody knows of a player, behind their name on the board."""
        return plain_drawing.facts_of(self.rules, public, seat, names, self.unsaid)

    def about_table(self, public: Any, names: Names) -> str:
        """Write what else everybody knows, in lines below the players on the board."""
        return plain_drawing.other_lines(self.rules, public, names, self.unsaid)

    def about_hand(self, view: Any, names: Names) -> str:
        """Write what only the view's owner sees."""
        return plain_drawing.own_lines(view, names)

    def outcome(self, public: Any, names: Names) -> Outcome:
        """Rank the players by their points, the winners first."""
        return Outcome(places_by(self.rules.standing(public), self.score))

    def score(self, points: int) -> str:
        """Write a player's points: `3 points`."""
        return f"{points} {self.point[points != 1]}"

    # --- asked ------------------------------------------------------------------------------------

    def situation(self, view: Any, names: Names) -> str:
        """Say what the view's owner can do now, or for whom the table waits."""
        waits = self.rules.to_move(view)
        if not waits:
            return "The game is over."
        if view.seat in waits:
            return f"It's your turn: {self.choices(view, names)}."
        if len(waits) == 1:
            return f"It's {names.all(waits)}'s turn."
        return f"Waiting for {names.all(waits)}."

    def wanted(self, view: Any, names: Names) -> str:
        """Say the same in a few words for a notice."""
        waits = self.rules.to_move(view)
        if view.seat in waits:
            return f"your turn: {self.choices(view, names)}"
        return (
            f"{names.all(waits)} must move"
            if len(waits) == 1
            else f"{len(waits)} players must move"
        )

    def choices(self, view: Any, names: Names) -> str:
        """List what a seat can do now: `keep your die, roll it again or duel a player`."""
        legal = {move.__class__ for move in self.rules.legal_moves(view)}
        said = [_phrase(made, view, names) for made in self.ways if made.move in legal]
        few = listed(said, "or")
        return few if len(few) <= MOST_WANTED else "choose a move"

    # --- told -------------------------------------------------------------------------------------

    def sentence(self, event: Any, names: Names, to: Seat | None) -> str:
        """Tell an event by its sentence in `says`, or by its name and fields."""
        kind: type = event.__class__
        says = self.says.get(kind)
        return sentence_of(usual_template(kind) if says is None else says, event, names, to)

    def sentences(self, events: Sequence[Any], names: Names, to: Seat | None) -> list[str]:
        """Tell each event by itself."""
        return one_by_one(self.sentence)(events, names, to)

    def reveal(self, events: Sequence[Any], names: Names) -> Reveal | None:
        """Head the board with the sentences of the events in `reveals`."""
        told = [event for event in events if event.__class__ in self.reveals]
        if not told:
            return None
        ends = any(event.__class__ in self.ends_round for event in told)
        return Reveal(" ".join(self.sentences(told, names, None)), ends_round=ends)

    def net(self, events: Sequence[Any], names: Names, to: Seat) -> str:
        """Sum up nothing, because each event is told."""
        return ""

    def moments(self, game: Game, names: Names) -> Sequence[str]:
        """Find no moments."""
        return ()

    def gaps(self, game: Game, names: Names) -> Sequence[str]:
        """Find no gaps."""
        return ()

    def truth(self, game: Game, names: Names) -> Sequence[str]:
        """Leave the truth to all events, which its page tells then."""
        return ()


def _text(lines: str) -> list[Text]:
    return [Text(lines)] if lines else []


def _phrase(made: AnyWay, view: Any, names: Names) -> str:
    if isinstance(made.label, Label):
        return made.label.phrase()
    return _lower(made.label(view, {}, names).rstrip("…"))


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
