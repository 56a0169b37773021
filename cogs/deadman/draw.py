"""What Dead Man's Chest looks like: gems, bids and dice, and what is to be done with the chest."""

from bot.ui.panel import Panel, Row, Text
from bot.ui.words import Names
from games.deadman.dice import DEAD_MAN, Dice, higher, spoken, value_of
from games.deadman.state import gems_each, survivors
from games.deadman.views import View

FACES = "⚀⚁⚂⚃⚄⚅"
BIDS_SHOWN = 8
ROUNDS_SHOWN = 8


def big(dice: Dice) -> str:
    """Write dice so that nobody reads them wrongly: `⚄ ⚂ : 53`."""
    value = value_of(dice)
    name = ", Dead Man" if value == DEAD_MAN else ""
    return f"{' '.join(FACES[die - 1] for die in dice)} : {value}{name}"


def gem_count(gems: int) -> str:
    """Count gems in words."""
    return "1 gem" if gems == 1 else f"{gems} gems"


def _gems(left: int, seats: int) -> str:
    """Draw a row of gems and say it: `◆◆◆◇ 3 gems`."""
    row = "◆" * left + "◇" * (gems_each(seats) - left)
    return f"{row} {gem_count(left) if left else 'out'}"


def pirates(view: View, names: Names) -> Text:
    """Draw everybody's gems, and who has the chest."""
    seats = len(view.gems)
    holder = view.holder if survivors(view.gems) > 1 else None
    return Text(
        "\n".join(
            f"**{names[seat]}**  {_gems(left, seats)}"
            + (" · has the chest" if seat == holder else "")
            for seat, left in enumerate(view.gems)
        )
    )


def chain(view: View, names: Names) -> Text:
    """Write this round's bids, oldest first."""
    if not view.bids:
        return Text(f"**Round {view.round}**: nothing is bid yet.")
    hidden = len(view.bids) - BIDS_SHOWN
    earlier = f"{hidden} earlier, then " if hidden > 0 else ""
    bids = " · ".join(
        f"{names[made.seat]} {spoken(made.value)}{' (unseen)' if made.unseen else ''}"
        for made in view.bids[-BIDS_SHOWN:]
    )
    return Text(f"**Round {view.round}**: {earlier}{bids}")


def rounds(view: View, names: Names) -> Text:
    """Write the last challenges down, with what lay there."""
    first = max(0, len(view.showdowns) - ROUNDS_SHOWN)
    lines = [
        f"{number}. {names[shown.bidder]} bid {spoken(shown.bid)}, {names[shown.challenger]} "
        f"challenged: it was {spoken(value_of(shown.dice))}. {names[shown.loser]} lost a gem."
        for number, shown in enumerate(view.showdowns[first:], first + 1)
    ]
    return Text("\n".join(["**The last challenges**" if first else "**The challenges**", *lines]))


def peek(view: View) -> list[Text]:
    """Draw the dice large, for who knows them."""
    if view.dice is None:
        return []
    dice = Text(f"# {big(view.dice)}")
    if view.seat == view.holder and view.chest != "passed":
        return [dice]
    return [Text("The dice in the chest are still the ones you saw:"), dice]


def in_public(view: View, names: Names) -> str:
    """Say in public what is going on with the chest."""
    holder = names[view.holder]
    if not view.bids:
        blind = " once more, unseen" if view.chest == "blind" else " and looked"
        return f"{holder} opens the round, has shaken the chest{blind}, and is to bid."
    last = view.bids[-1]
    if view.chest == "passed":
        bid = f"{names[last.seat]} bids {spoken(last.value)} and passes the chest to {holder}."
        if last.value == DEAD_MAN:
            return f"{bid} Nothing is higher: challenge it, or shake and bid Dead Man again."
        return f"{bid} Challenge it, raise it unseen, or shake."
    done = {"shaken": "shaken the chest", "seen": "shaken and looked", "blind": "shaken twice"}
    return (
        f"{holder} believes {names[last.seat]}'s {spoken(last.value)}, "
        f"has {done[view.chest]}, and is to bid {_what_is_higher(view.over)}."
    )


def _what_is_higher(over: int | None) -> str:
    if over is None:
        return "anything from 31 to Dead Man"
    if len(higher(over)) == 1:
        return "Dead Man"
    return f"{higher(over)[0]} or higher"


def own(view: View, names: Names) -> str:
    """Say to the owner of a view what they have and owe."""
    if view.seat is None or not view.gems[view.seat]:
        return f"You are out of gems, and watch. {in_public(view, names)}"
    mine = f"You have {_gems(view.gems[view.seat], len(view.gems))}."
    now = owed(view, names) if view.seat == view.holder else in_public(view, names)
    return f"{mine} {now}"


def owed(view: View, names: Names) -> str:
    """Say to whoever has the chest what is to be done with it."""
    bid = f"{names[view.bids[-1].seat]}'s {spoken(view.bids[-1].value)}" if view.bids else ""
    what = _what_is_higher(view.over)
    if view.chest == "passed":
        if view.over == DEAD_MAN:
            return f"Before you: {bid}. Challenge it, or shake and bid Dead Man yourself."
        return f"Before you: {bid}. Challenge it, raise it without a look, or shake."
    if view.chest == "blind":
        return f"Shaken twice: what lies there nobody knows, nor do you. Bid {what}."
    over = f" over {bid}" if bid else f" to open round {view.round}"
    if view.chest == "shaken":
        return f"You have shaken{over}, and not looked yet. Look or not; then bid {what}."
    return f"You have shaken{over}, and looked. Bid {what}, true or not."


def situation(view: View, names: Names) -> str:
    """Say to the owner of a view what is asked of them, or whom the table waits for."""
    if survivors(view.gems) == 1:
        return f"The game is over: {names[view.holder]} has won."
    if view.seat is None:
        return in_public(view, names)
    if view.seat == view.holder:
        return owed(view, names)
    if not view.gems[view.seat]:
        return "You are out of gems, and out of the game. Watch them bluff."
    return f"{names[view.holder]} has the chest. Wait until it comes to you."


def warning(view: View, better: Row) -> Panel:
    """Warn who would look at dice that were passed to them (DM-8)."""
    return Panel(
        [
            Text(
                f"Looking at dice that were passed to you is a challenge: the lid comes off for "
                f"everybody, and {spoken(view.over or 0)} stands or falls. You may shake instead, "
                f"and then look."
            ),
            better,
        ]
    )
