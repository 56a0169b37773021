"""What Dead Man's Chest looks like: the sentences, menus and buttons its face is made of."""

from bot.panel import Button, Choice, Field, Form, Menu, Names, Panel, Row, Text, ask, listed
from games.deadman.dice import DEAD_MAN, Dice, at_least, higher, rank, spoken, value_of
from games.deadman.moves import Challenged, Event, HasBid, Looked, LostGem, Opened, Revealed, Shook
from games.deadman.table import View, gems_each, survivors
from games.rules import Refusal, Seat

FACES = "⚀⚁⚂⚃⚄⚅"
BIDS_SHOWN = 8
ROUNDS_SHOWN = 8


def big(dice: Dice) -> str:
    """Write dice so that nobody reads them wrongly: `⚄ ⚂ : 53`."""
    value = value_of(dice)
    name = ", Dead Man" if value == DEAD_MAN else ""
    return f"{_small(dice)} : {value}{name}"


def _small(dice: Dice) -> str:
    return " ".join(FACES[die - 1] for die in dice)


def _gems(left: int, seats: int) -> str:
    """Draw a row of gems and say it: `◆◆◆◇ 3 gems`."""
    row = "◆" * left + "◇" * (gems_each(seats) - left)
    return f"{row} out" if not left else f"{row} {gem_count(left)}"


def gem_count(gems: int) -> str:
    """Count gems in words."""
    return "1 gem" if gems == 1 else f"{gems} gems"


def pirates(view: View, names: Names) -> Text:
    """Draw everybody's gems, and who has the chest."""
    seats = len(view.gems)
    going_on = survivors(view.gems) > 1
    return Text(
        "\n".join(
            f"**{names[seat]}**  {_gems(left, seats)}"
            + (" · has the chest" if going_on and seat == view.holder else "")
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


def situation(view: View, names: Names) -> str:
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


def bid_answered(view: View) -> str:
    """Write the bid a button rests on, as its argument `over`."""
    return "none" if view.over is None else str(view.over)


def _may_shake_again(view: View) -> bool:
    free = bool(view.bids) or view.options.opener_may_reshake
    return view.chest in ("shaken", "seen") and free


def chest_buttons(view: View) -> list[Button]:
    """Offer what the holder of the chest may do: the same on the board and on the hand."""
    over = bid_answered(view)
    if view.chest == "passed":
        shake = Button("Shake and look", ask("shake", over=over, look="yes"), "main")
        challenge = Button(f"Challenge {spoken(view.over or 0)}", ask("challenge", bid=over))
        if view.over == DEAD_MAN:
            return [challenge, shake]
        return [challenge, _bid_button(view, "Raise unseen"), shake]
    buttons = [_bid_button(view, "Bid")]
    if view.chest == "shaken":
        buttons.insert(0, Button("Look", ask("look", over=over), "main"))
    if _may_shake_again(view):
        buttons.append(Button("Shake again, unseen", ask("again", over=over)))
    return buttons


def _bid_button(view: View, label: str) -> Button:
    """Open the form for a bid, or make the only one there is."""
    over = bid_answered(view)
    style = "main" if view.chest in ("seen", "blind") else "plain"
    if higher(view.over) == (DEAD_MAN,):
        to = " to" if view.chest == "passed" else ""
        return Button(f"{label}{to} Dead Man", ask("bid", value=DEAD_MAN, over=over), style)
    return Button(f"{label}…", ask("raise", over=over), style)


def bid_menu(view: View) -> Menu:
    """List everything that may be bid now."""
    truth = value_of(view.dice) if view.dice else None
    unseen = "Raise unseen to" if view.chest == "passed" else "Bid"
    options = [
        Choice(
            f"{value}, Dead Man" if value == DEAD_MAN else str(value),
            str(value),
            ("What lies there. " if value == truth else "")
            + f"{at_least(value)} of 36 shakes are as high or higher.",
        )
        for value in higher(view.over)
    ]
    return Menu(ask("bid", over=bid_answered(view)), "value", f"{unseen}…", options)


def bid_form(view: View) -> Form:
    """Ask for a bid to be typed, filled with the truth or else the least that goes."""
    if view.chest == "passed" and view.over == DEAD_MAN:
        raise Refusal("Dead Man cannot be passed on as it is: challenge it, or shake first.")
    least = higher(view.over)
    truth = value_of(view.dice) if view.dice else None
    likely = truth if truth in least else least[0]
    return Form(
        ask("bid", over=bid_answered(view)),
        "Raise unseen" if view.chest == "passed" else "Your bid",
        [Field("value", "What do you bid?", f"You can bid {limits(view.over)}.", str(likely))],
    )


def limits(over: int | None) -> str:
    """Say what may be bid: `61 to 65, the doubles 11 to 66, or 21 for Dead Man`."""
    values = higher(over)
    if values == (DEAD_MAN,):
        return "only Dead Man (21)"
    mixed = [value for value in values if value % 11 and value != DEAD_MAN]
    doubles = [value for value in values if value % 11 == 0]
    spans = [f"{mixed[0]} to {mixed[-1]}"] if len(mixed) > 1 else [str(value) for value in mixed]
    spans.append(f"the doubles {doubles[0]} to 66" if len(doubles) > 1 else str(doubles[0]))
    return f"{', '.join(spans)}, or 21 for Dead Man"


def can_be_typed(view: View) -> str:
    """Say what the owner of a view may type now."""
    if view.seat != view.holder:
        return "The chest is not with you: nothing waits for you right now."
    bids = [f"a bid (`{value}`)" for value in higher(view.over)[:1]]
    words = {
        "passed": ["`challenge`", "`shake`", "`shake unseen`"],
        "shaken": ["`look`", *bids],
        "seen": bids,
        "blind": bids,
    }[view.chest]
    if view.chest == "passed" and view.over != DEAD_MAN:
        words.insert(1, f"{bids[0]} without a look")
    if _may_shake_again(view):
        words.append("`again` to shake once more")
    return f"You can type {listed(words, 'or')}."


def own_situation(view: View, names: Names) -> str:
    """Say to the owner of a view what they have and owe."""
    if view.seat is None or not view.gems[view.seat]:
        return f"You are out of gems, and watch. {situation(view, names)}"
    mine = f"You have {_gems(view.gems[view.seat], len(view.gems))}."
    if view.seat != view.holder:
        return f"{mine} {situation(view, names)}"
    bid = f"{names[view.bids[-1].seat]}'s {spoken(view.bids[-1].value)}" if view.bids else ""
    what = _what_is_higher(view.over)
    if view.chest == "passed":
        if view.over == DEAD_MAN:
            return f"{mine} Before you: {bid}. Challenge it, or shake and bid Dead Man yourself."
        return f"{mine} Before you: {bid}. Challenge it, raise it without a look, or shake."
    if view.chest == "blind":
        return f"{mine} Shaken twice: what lies there nobody knows, nor do you. Bid {what}."
    over = f" over {bid}" if bid else f" to open round {view.round}"
    if view.chest == "shaken":
        return f"{mine} You have shaken{over}, and not looked yet. Look or not; then bid {what}."
    return f"{mine} You have shaken{over}, and looked. Bid {what}, true or not."


def warning(view: View) -> Panel:
    """Warn who would look at dice that were passed to them (DM-8)."""
    bid = spoken(view.over or 0)
    return Panel(
        [
            Text(
                f"Looking at dice that were passed to you is a challenge: the lid comes off for "
                f"everybody, and {bid} stands or falls. You may shake instead, and then look."
            ),
            Row(
                [
                    Button(f"Challenge {bid}", ask("challenge", bid=bid_answered(view)), "danger"),
                    Button("Shake and look", ask("shake", over=bid_answered(view), look="yes")),
                ]
            ),
        ]
    )


def sentence(event: Event, names: Names, to: Seat | None) -> str:
    """Tell what was done with the chest, to a seat or of everybody."""

    def who(seat: Seat, you: str = "You") -> str:
        return you if seat == to else str(names[seat])

    if isinstance(event, Opened):
        return f"{who(event.seat)} opened round {event.round}: shook the chest, and looked."
    if isinstance(event, Shook):
        how = " a second time, and left the lid on" if event.blind else ""
        return f"{who(event.seat)} shook the chest{how}."
    if isinstance(event, Looked):
        return f"{who(event.seat)} looked under the lid."
    if isinstance(event, HasBid):
        unseen = ", unseen," if event.unseen else ""
        passed = f"and passed the chest to {who(event.to, 'you')}."
        return f"{who(event.seat)} bid {spoken(event.value)}{unseen} {passed}"
    if isinstance(event, Challenged):
        whose = "your" if event.bidder == to else f"{names[event.bidder]}'s"
        if event.forced:
            return f"A second Dead Man: {who(event.seat, 'you')} had to challenge {whose} bid."
        return f"{who(event.seat)} challenged {whose} {spoken(event.bid)}."
    if isinstance(event, Revealed):
        held = rank(value_of(event.dice)) >= rank(event.bid)
        verdict = "stands" if held else "falls"
        return f"Under the lid: {big(event.dice)}. {spoken(event.bid)} {verdict}."
    if isinstance(event, LostGem):
        if not event.left:
            whose = "your" if event.seat == to else "their"
            return f"{who(event.seat)} lost {whose} last gem, and went overboard."
        return f"{who(event.seat)} lost a gem; {event.left} left."
    return f"{who(event.seat)} won, the last pirate with gems ({event.gems} left)."
