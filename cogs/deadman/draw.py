"""Draw Dead Man's Chest: gems, bids, dice, and the question that the chest's holder is asked."""

from bot.ui.face.face import Drawing, Outcome, Place
from bot.ui.panels.panel import Panel, Row, Text
from bot.ui.panels.pics import pic
from bot.ui.panels.words import Names
from cogs.deadman.pictures.picture import picture
from games.deadman.dice import DEAD_MAN, Dice, higher, spoken, value_of, what_beats
from games.deadman.state import gems_each, survivors
from games.deadman.views import View

FACES = "⚀⚁⚂⚃⚄⚅"
BIDS_SHOWN = 8
ROUNDS_SHOWN = 8


def big(dice: Dice) -> str:
    """Draw dice together with their value: `⚄ ⚂, 53`."""
    value = value_of(dice)
    name = f"{pic('dead_man')} Dead Man" if value == DEAD_MAN else str(value)
    return f"{' '.join(pic(f'die_{die}', FACES[die - 1]) for die in dice)}, {name}"


def gem_count(gems: int) -> str:
    """Count gems in words."""
    return "1 gem" if gems == 1 else f"{gems} gems"


def _gems(left: int, seats: int) -> str:
    """Draw a row of gems and their number: `◆◆◆◇ 3 gems`."""
    row = pic("gem", "◆") * left + "◇" * (gems_each(seats) - left)
    return f"{row} {gem_count(left) if left else 'out'}"


def pirates(view: View, names: Names) -> str:
    """Count everybody's gems, and name the player who has the chest."""
    holder = view.holder if survivors(view.gems) > 1 else None
    return "\n".join(
        f"**{names[seat]}** · "
        + (f"{pic('gem')} {gem_count(left)}" if left else "out")
        + (" · has the chest" if seat == holder else "")
        for seat, left in enumerate(view.gems)
    )


def _gone(view: View) -> list[tuple[int, int]]:
    """List the seats without gems and the round they went out in, the last to go out first."""
    out = {shown.loser: number for number, shown in enumerate(view.showdowns, 1)}
    gone = [(seat, out.get(seat, 0)) for seat, left in enumerate(view.gems) if not left]
    return sorted(gone, key=lambda pair: (-pair[1], pair[0]))


def overboard(view: View, names: Names) -> Text:
    """Rank the players: the winner first, then the others, beginning with the last to go out."""
    best = view.gems.index(max(view.gems))
    lines = [f"1. **{names[best]}** · {gem_count(view.gems[best])} left"]
    for place, (seat, number) in enumerate(_gone(view), 2):
        when = f" in round {number}" if number else ""
        lines.append(f"{place}. **{names[seat]}** · overboard{when}")
    return Text("\n".join(lines))


def chain(view: View, names: Names) -> str:
    """List this round's bids, oldest first."""
    if not view.bids:
        return f"**Round {view.round}**: no bids yet."
    hidden = len(view.bids) - BIDS_SHOWN
    earlier = f"{hidden} earlier, then " if hidden > 0 else ""
    bids = " · ".join(
        f"{names[made.seat]} {spoken(made.value)}{' (no shake)' if made.unseen else ''}"
        for made in view.bids[-BIDS_SHOWN:]
    )
    return f"**Round {view.round}**: {earlier}{bids}"


def rounds(view: View, names: Names) -> Text:
    """List the last challenges with the dice they revealed."""
    first = max(0, len(view.showdowns) - ROUNDS_SHOWN)
    lines = [
        f"{number}. {names[shown.bidder]} bid {spoken(shown.bid)} and {names[shown.challenger]} "
        f"{'had to challenge' if shown.forced else 'challenged'}. "
        f"The dice showed {spoken(value_of(shown.dice))}, so {names[shown.loser]} lost a gem."
        for number, shown in enumerate(view.showdowns[first:], first + 1)
    ]
    return Text("\n".join(["**The last challenges**" if first else "**The challenges**", *lines]))


def peek(view: View) -> list[Text]:
    """Draw the dice large, for a player who knows them."""
    if view.dice is None:
        return []
    dice = Text(f"# {big(view.dice)}")
    if view.seat == view.holder and view.chest != "passed":
        return [dice]
    return [Text("Nobody has shaken since you looked, so these are still the dice:"), dice]


def _whose_bid(view: View, names: Names) -> str:
    """Name the bid to beat: `Ann's 54`, `your 54`."""
    last = view.bids[-1]
    whose = "your" if last.seat == view.seat else f"{names[last.seat]}'s"
    return f"{whose} {spoken(last.value)}"


def in_public(view: View, names: Names) -> str:
    """Describe what is happening with the chest, for players who don't have it."""
    holder = names[view.holder]
    if not view.bids:
        done = "twice" if view.chest == "blind" else "and looked"
        return f"{holder} opens the round, has shaken the chest {done}, and bids next."
    last = view.bids[-1]
    if view.chest == "passed":
        bid = spoken(last.value)
        if last.seat == view.seat:
            passed = f"You bid {bid} and passed the chest to {holder}"
        else:
            passed = f"{names[last.seat]} bids {bid} and passes the chest to {holder}"
        if last.value == DEAD_MAN:
            return f"{passed}. {holder} can challenge, or shake and bid Dead Man too."
        return f"{passed}. {holder} can challenge, raise or shake."
    done = {
        "shaken": " and shook the chest",
        "seen": ", shook the chest and looked",
        "blind": " and shook the chest twice",
    }
    return (
        f"{holder} accepted {_whose_bid(view, names)}{done[view.chest]}. "
        f"{holder}'s next bid must be {what_beats(view.over)}."
    )


def own(view: View, names: Names) -> str:
    """Tell a view's owner how many gems they have and what they must do."""
    if view.seat is None or not view.gems[view.seat]:
        return f"You're out of gems, so you just watch. {in_public(view, names)}"
    mine = f"You have {_gems(view.gems[view.seat], len(view.gems))}."
    now = owed(view, names) if view.seat == view.holder else in_public(view, names)
    return f"{mine} {now}"


def owed(view: View, names: Names) -> str:
    """Tell the chest's holder what they can do with it."""
    what = what_beats(view.over)
    if view.chest == "passed":
        last = view.bids[-1]
        before = f"{names[last.seat]} bid {spoken(last.value)}. You can challenge it"
        if view.over == DEAD_MAN:
            return f"{before}, or shake and bid Dead Man too."
        return f"{before}, raise it without shaking, or shake the chest."
    if view.chest == "blind":
        return f"You shook again, so nobody knows what's in the chest, not even you. Bid {what}."
    after = f"after {_whose_bid(view, names)}" if view.bids else f"to open round {view.round}"
    if view.chest == "shaken":
        return f"You shook the chest {after}. Look if you like, then bid {what}."
    again = ""
    if view.bids or view.options.opener_may_reshake:  # DM-4
        only = higher(view.over) == (DEAD_MAN,)
        then = "and I'll bid Dead Man for you" if only else "and bid on that"
        again = f" Or shake once more without looking, {then}."
    return f"You shook the chest {after} and looked. Bid {what}, true or not.{again}"


def situation(view: View, names: Names) -> str:
    """Tell a view's owner what they are asked, or which player the table waits for."""
    holder = view.holder
    if survivors(view.gems) == 1:
        who = "You" if view.seat == holder else names[holder]
        return f"The game is over. {who} won."
    if view.seat is None:
        return in_public(view, names)
    if view.seat == holder:
        return owed(view, names)
    if not view.gems[view.seat]:
        return "You're out of gems, so you're out of the game. Watch them bluff."
    return f"{names[holder]} has the chest. Wait until it comes to you."


def wanted(view: View, names: Names) -> str:
    """Write the question for a notice, to the view's owner or (public view) to anybody."""
    what = what_beats(view.over)
    if view.chest == "passed" and view.bids:
        said = f"{names[view.bids[-1].seat]} says {spoken(view.bids[-1].value)}"
        if view.over == DEAD_MAN:
            return f"{said}: challenge, or shake and bid Dead Man too"
        return f"{said}: challenge, raise or shake"
    who = names[view.holder] if view.seat is None else "you"
    after = f"after {_whose_bid(view, names)}" if view.bids else f"to open round {view.round}"
    if view.chest == "blind":
        return f"{who} shook twice {after}, so nobody knows the dice: bid {what}"
    if view.chest == "shaken":
        return f"{who} shook {after}: look or don't, then bid {what}"
    if view.dice is None:
        return f"{who} shook {after} and looked: bid {what}"
    return f"you rolled {spoken(value_of(view.dice))} {after}: bid {what}"


def warning(view: View, names: Names, better: Row) -> Panel:
    """Warn a player who tries to look at dice that were passed to them (DM-8)."""
    bidder = names[view.bids[-1].seat]
    return Panel(
        [
            Text(
                f"Looking at dice that were passed to you counts as a challenge. The lid comes off "
                f"for everybody, and either you or {bidder} will lose a gem. If you shake first, "
                f"you can look in private."
            ),
            better,
        ]
    )


def board(public: View, names: Names) -> Drawing:
    """Draw what happens with the chest, the gems, and this round's bids."""
    text = Text(f"{pirates(public, names)}\n{chain(public, names)}")
    parts = [picture(public, names), text]
    return Drawing(in_public(public, names), parts)


def hand(view: View, names: Names) -> Drawing:
    """Draw what a player has and must do, and the dice that they know."""
    return Drawing(own(view, names), peek(view))


def ending(public: View, names: Names) -> Drawing:
    """Draw the winner, the order in which the other players went out, and all challenges."""
    left = gem_count(public.gems[public.holder])
    headline = f"**{names[public.holder]} wins** as the last pirate with gems ({left} left)."
    parts = [picture(public, names), overboard(public, names), rounds(public, names)]
    return Drawing(headline, parts)


def outcome(public: View, names: Names) -> Outcome:
    """Rank the last pirate with gems first, then the others, from the last to go out."""
    best = public.gems.index(max(public.gems))
    places = [Place(1, best, gem_count(public.gems[best]))]
    for place, (seat, number) in enumerate(_gone(public), 2):
        places.append(Place(place, seat, f"out in round {number}" if number else "out"))
    return Outcome(places)
