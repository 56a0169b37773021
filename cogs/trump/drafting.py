"""Put an offer together on a private panel, the draft of a deal.

The panel's menus change the draft directly; cards and promises have pages of their own. A draft
becomes a counter-offer if the other party's offer awaits the writer's answer, else a proposal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.ui.draft_kind import Becomes, SlipKind, about, opened
from bot.ui.fields import Known, player
from bot.ui.panel import (
    Button,
    Entry,
    Form,
    Panel,
    Request,
    Row,
    Text,
)
from bot.ui.words import Names, short
from cogs.trump.deal import mirror, offer_lines
from cogs.trump.draft_panel import (
    Draft,
    answers_of,
    before,
    cards_page,
    drawn,
    may_propose,
    mine,
    print_of,
    then_in,
)
from cogs.trump.promise_page import (
    KIND,
    NOT_MINE,
    amount_in,
    asked,
    changed,
    page,
    put_in,
    read_back,
)
from cogs.trump.slip import (
    BLANK,
    Slip,
    added,
    as_offer,
    countered,
    proposed,
    slip_of,
    then_named,
    without,
)
from cogs.trump.words import Voice, money, money_in
from games.rules import IllegalMove, Refusal, Seat
from games.trump.cards import AT, CARDS
from games.trump.legal_deals import no_counter, no_propose
from games.trump.moves import NOTHING, Goods
from games.trump.offers import MOST_MONEY, MOST_WORDS
from games.trump.refusals import Why
from games.trump.state import Acting, Over, Proposed
from games.trump.views import View

PROPOSES, COUNTERS = "deal", "counter"
"""The verbs of the moves that a draft can become."""
CHANGED = "The table has gone on since, or you have changed the draft: it is like this now."


# --- starting and finding a draft -----------------------------------------------------------------


def _begin(known: Known, view: View, names: Names) -> Draft | Panel:
    offer = before(view)
    if "to" not in known and offer is None:
        phase = view.public.phase
        question = "With whom do you deal?"
        if isinstance(phase, Proposed):
            question = f"{names[phase.open.to]} is to answer that. With whom do you prepare a deal?"
        return Panel([Text(question), Row(_with_each(view, names))])
    to = _whom(known, view)
    answers = answers_of(view, to)
    if offer is not None and answers is not None:
        return Draft(slip=slip_of(mirror(offer)), answers=answers)
    return Draft(slip=replace(BLANK, to=to), answers=None)


def _whom(known: Known, view: View) -> Seat:
    """Return the named player, or else the player whose offer awaits an answer."""
    offer = before(view)
    return known["to"] if "to" in known or offer is None else offer.by


def _meant(draft: Draft, known: Known, view: View) -> bool:
    """Return whether this draft is with the named player and answers any offer of theirs."""
    if ("to" not in known and before(view) is None) or _whom(known, view) != draft.to:
        return False
    answers = answers_of(view, draft.to)
    return answers is None or draft.answers == answers


def _with_each(view: View, names: Names) -> list[Button]:
    offer = before(view)
    buttons: list[Button] = []
    for seat in range(view.seats):
        if seat != view.seat:
            request = opened(KIND, **{"with": f"seat {seat + 1}"})
            name = short(names.plain(seat), 40)
            if offer is not None and offer.by == seat:
                buttons.insert(0, Button(f"Counter {name}'s offer…", request))
            else:
                buttons.append(Button(f"Deal with {name}…", request))
    return buttons


def _deals(view: View) -> bool:
    return view.public.dealing and not isinstance(view.public.phase, Over)


def _on_hand(view: View, names: Names) -> Sequence[Button]:
    return _with_each(view, names) if _deals(view) and view.seat is not None else ()


def _on_board(public: View, names: Names) -> Sequence[Button]:
    """Return the board's button that starts a draft when a deal or a counter-offer is possible."""
    phase = public.phase
    if isinstance(phase, Proposed):
        return [Button("Counter…", opened(KIND))] if phase.counter is None else ()
    return [Button("Deal…", opened(KIND))] if _deals(public) and isinstance(phase, Acting) else ()


# --- changing a draft -----------------------------------------------------------------------------


def _work(
    draft: Draft, request: Request, view: View, names: Names
) -> Draft | Form | Panel | Becomes:
    slip, args = draft.slip, request.args
    number, seat = int(args["slip"]), mine(view)
    word = request.verb.removeprefix(f"{KIND}_")
    value = args.get("*what", "")
    match word:
        case "give" | "get":
            return replace(draft, slip=_with(slip, word, value))
        case "then":
            return replace(draft, slip=replace(slip, then=then_in(value, view)))
        case "take":
            return replace(draft, slip=_taken_out(draft, value, seat))
        case "promise" | "terms" | "put":
            clause = read_back(args.get("*so") or args.get("so", ""), seat, draft.to)
            if word == "put":
                return replace(draft, slip=put_in(slip, clause))
            if word == "terms" and "?turn" not in args:
                return asked(clause, number, view)
            return page(changed(clause, args, view), slip, number, view, names)
        case "cards":
            return cards_page(draft, number, view, names)
        case "sums":
            return _with_sums(draft, args) or _sums(draft, number, view, names)
        case "words":
            if "?words" not in args:
                return _words(slip, number)
            return replace(draft, slip=replace(slip, words=" ".join(args["?words"].split())))
        case "look":
            return draft
        case "offer":
            return _offer(draft, number, args.get("seen", ""), view, names)
        case _:
            raise Refusal(NOT_MINE)


def _with(slip: Slip, side: str, value: str) -> Slip:
    """Add goods to one side of a draft; raise Refusal if the value is malformed."""
    goods: Goods = getattr(slip, side)
    kind, _, rest = value.partition(" ")
    if value in AT:
        goods = added(goods, replace(NOTHING, properties=(value,)))
    elif value in CARDS:
        goods = added(goods, replace(NOTHING, cards=(value,)))
    elif kind == "random" and rest.isdecimal() and len(rest) <= 2:
        goods = replace(goods, random=int(rest))
    elif kind == "cash":
        goods = replace(goods, cash=amount_in(rest))
        other = "get" if side == "give" else "give"
        slip = replace(slip, **{other: replace(getattr(slip, other), cash=0)})  # TR-45: one payer
    else:
        raise Refusal(NOT_MINE)
    return replace(slip, **{side: goods})


def _taken_out(draft: Draft, value: str, seat: Seat) -> Slip:
    kind, _, code = value.partition(" ")
    if kind != "promise":
        return without(draft.slip, value)
    gone = read_back(code, seat, draft.to)
    rest = list(draft.slip.promises)
    if gone in rest:
        rest.remove(gone)
    return replace(draft.slip, promises=tuple(rest))


def _sums(draft: Draft, number: int, view: View, names: Names) -> Form:
    slip = draft.slip
    plain = Voice.plain(names, mine(view))
    paid, got = slip.give.cash, slip.get.cash
    upto = f"$10M to {money(view.cash)}, in tens" if view.cash else "you have nothing in hand"
    gets = f"$10M to {money(MOST_MONEY)}, in tens"
    pays_you = short(f"Cash that {short(plain.who(draft.to), 25)} pays you now", 45)
    entries = [
        Entry("?give", "Cash that you pay now", upto, money(paid) if paid else "", required=False),
        Entry("?get", pays_you, gets, money(got) if got else "", required=False),
    ]
    note = "Cash goes one way: leave the other empty. What is paid later is a promise."
    return Form(about(KIND, "sums", number), "Cash", entries, note)


def _with_sums(draft: Draft, args: Mapping[str, str]) -> Draft | None:
    """Set the cash of a draft from its form, or return None if there is no form yet."""
    if "?give" not in args and "?get" not in args:
        return None
    slip = draft.slip
    for side in ("give", "get"):
        text = args.get(f"?{side}", "").strip()
        amount = 0 if money_in(text) == (0, "") or not text else amount_in(text)
        slip = replace(slip, **{side: replace(getattr(slip, side), cash=amount)})
    return replace(draft, slip=slip)


def _words(slip: Slip, number: int) -> Form:
    hint = "On your honour: said to all, and kept by nobody but you."
    entry = Entry("?words", "What do you say?", hint, slip.words[:MOST_WORDS], required=False)
    return Form(about(KIND, "words", number), "Words that go with it", [entry])


def _offer(draft: Draft, number: int, seen: str, view: View, names: Names) -> Becomes | Panel:
    """Turn a draft into a move, or redraw it if its fingerprint changed since it was drawn."""
    if answers_of(view, draft.to) is not None:
        move, verb = countered(draft.slip), COUNTERS
        why = no_counter(view, move)
    else:
        move, verb = proposed(draft.slip), PROPOSES
        why = no_propose(view, move)
        if not may_propose(view):
            raise Refusal(f"{_sentence(why, names)} The draft is kept.")
    if seen != print_of(draft, view):
        return drawn(draft, number, view, names, CHANGED)
    if why:
        raise Refusal(_sentence(why, names))
    return Becomes(verb, move, _said(draft, verb, view, names))


def _said(draft: Draft, verb: str, view: View, names: Names) -> str:
    """Confirm to the player what they offered, and say what happens next."""
    seat, to = mine(view), names[draft.to]
    lines = offer_lines(as_offer(draft.slip, seat), view.public, Voice(names, seat))
    if draft.slip.then is not None:
        lines.append(f"Then {then_named(draft.slip.then, names)}.")
    if verb == COUNTERS:
        return "\n".join(
            [
                f"### Your counter-offer to {to}",
                *lines,
                f"-# {to} accepts or rejects it, and you are told. Both of you can read it on the"
                " board, and so can all the others.",
            ]
        )
    return "\n".join(
        [
            f"### Proposed to {to}",
            *lines,
            f"-# {to} answers next; the board says by when, and what comes of it. Until then you"
            " can withdraw the offer there.",
        ]
    )


def _sentence(why: Why, names: Names) -> str:
    return IllegalMove(*why).said(names.__getitem__) if why else ""


DRAFT = SlipKind[Draft, View](
    kind=KIND,
    help="Put a deal together in private, and offer it when it is ready",
    holds=Draft,
    fields=(player("with", "to", "With whom do you deal?"),),
    begin=_begin,
    meant=_meant,
    panel=drawn,
    work=_work,
    hand=_on_hand,
    becomes=(PROPOSES, COUNTERS),
    board=_on_board,
)
