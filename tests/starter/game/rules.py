"""The rules of Low Die."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from games.chance import Chance
from games.rows import in_play, next_in_play, replaced
from games.rules import Refusal, Seat, Step, Told
from games.table_game import State, TableGame, View
from tests.starter.game.events import Began, Duelled, Event, Kept, Lost, Rerolled, Rolled, Shown
from tests.starter.game.moves import Duel, Keep, Move, Reroll
from tests.starter.game.state import LIVES, Hand, Options, Public

Table: TypeAlias = State[Public, Hand]
Telling: TypeAlias = tuple[Told[Event], ...]


class LowDie(TableGame[Options, Public, Hand, Move, Event]):
    """Low Die, for two to six players."""

    name = "starter"
    title = "Low Die"
    version = 1
    seats = range(2, 7)

    def deal(self, seats: int, options: Options, chance: Chance) -> Step[Table, Event]:
        """Give everybody their lives, and begin the first round with a random opener."""
        if options.lives not in LIVES:
            raise Refusal(f"Everybody can have {LIVES[0]} to {LIVES[-1]} lives.")
        lives, opener = (options.lives,) * seats, chance.below(seats)
        public = Public(
            options=options, lives=lives, round=1, opener=opener, turn=opener, shown=(None,) * seats
        )
        return _roll_all(State(public=public, hands=(), asked=0), (), chance)

    def waits_for(self, public: Public) -> tuple[Seat, ...]:
        """Wait for one player at a time."""
        return () if self.winners(public) else (public.turn,)

    def moves(self, view: View[Public, Hand]) -> Iterator[Move]:
        """List the moves of the player whose turn it is."""
        if view.me == view.public.turn:
            yield Keep()
            yield Reroll()
            for rival in in_play(view.public.lives):
                if rival != view.me:
                    yield Duel(rival=rival)

    def make(self, state: Table, seat: Seat, move: Move, chance: Chance) -> Step[Table, Event]:
        """Keep a die, roll it again or duel."""
        match move:
            case Keep():
                return _pass_on(state, (Told(Kept(seat=seat)),), chance)
            case Reroll():
                die = chance.die()
                hands = replaced(state.hands, seat, Hand(die=die))
                told = Told(Rolled(seat=seat, die=die), frozenset({seat}))
                again = replace(state, hands=hands)
                return _pass_on(again, (Told(Rerolled(seat=seat)), told), chance)
            case Duel(rival=rival):
                duel = Told(Duelled(seat=seat, rival=rival))
                dice = _dice(state, (seat, rival))
                loser = rival if _die(dice, rival) < _die(dice, seat) else seat  # LD-2
                return _end_round(state, (duel,), dice, (loser,), chance)

    def points(self, public: Public) -> tuple[int, ...]:
        """Count the lives."""
        return public.lives

    def winners(self, public: Public) -> tuple[Seat, ...]:
        """Find the only player who still has a life."""
        left = in_play(public.lives)
        return left if len(left) == 1 else ()


def _dice(state: Table, seats: Sequence[Seat]) -> tuple[int | None, ...]:
    """Show the dice of these seats."""
    return tuple(hand.die if seat in seats else None for seat, hand in enumerate(state.hands))


def _die(dice: tuple[int | None, ...], seat: Seat) -> int:
    die = dice[seat]
    assert die is not None, "everybody with a life has a die"
    return die


def _pass_on(state: Table, told: Telling, chance: Chance) -> Step[Table, Event]:
    """Pass the turn to the left; after the last player, all dice are shown."""
    public = state.public
    turn = next_in_play(public.lives, public.turn)
    if turn != public.opener:
        return Step(replace(state, public=replace(public, turn=turn)), told)
    players = in_play(public.lives)
    dice = _dice(state, players)
    lowest = min(_die(dice, seat) for seat in players)
    losers = tuple(seat for seat in players if dice[seat] == lowest)
    everybody_is_out = losers == players and set(public.lives) <= {0, 1}
    return _end_round(state, told, dice, () if everybody_is_out else losers, chance)  # LD-3


def _end_round(
    state: Table,
    told: Telling,
    dice: tuple[int | None, ...],
    losers: tuple[Seat, ...],
    chance: Chance,
) -> Step[Table, Event]:
    """Show these dice, take a life from each loser, and begin the next round unless it's over."""
    public, lives = state.public, state.public.lives
    for seat in losers:
        lives = replaced(lives, seat, lives[seat] - 1)
    told = (*told, Told(Shown(dice=dice)), *([Told(Lost(losers=losers))] if losers else ()))
    opener = losers[0] if losers else public.opener
    if not lives[opener]:
        opener = next_in_play(lives, opener)  # LD-4
    after = replace(public, lives=lives, shown=dice, opener=opener, turn=opener)
    if len(in_play(lives)) == 1:
        return Step(replace(state, public=after), told)
    return _roll_all(replace(state, public=replace(after, round=public.round + 1)), told, chance)


def _roll_all(state: Table, told: Telling, chance: Chance) -> Step[Table, Event]:
    """Let everybody with a life roll a die under their cup, and tell each their own."""
    public = state.public
    hands = tuple(Hand(die=chance.die() if lives else None) for lives in public.lives)
    began = Told(Began(round=public.round, opener=public.opener))
    rolled = [
        Told(Rolled(seat=seat, die=hand.die), frozenset({seat}))
        for seat, hand in enumerate(hands)
        if hand.die is not None
    ]
    return Step(replace(state, hands=hands), (*told, began, *rolled))
