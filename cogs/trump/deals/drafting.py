"""Build an offer step by step on a private panel, as the draft of a deal.

The panel's menus change the draft directly; cards and promises have their own pages. A draft
becomes a counter-offer if the writer must answer the other party's offer, else a proposal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.ui.panels.panel import Button, Entry, Form, Panel, Request, Row, Text
from bot.ui.panels.words import Names, short
from bot.ui.ways.draft_kind import Becomes, DraftKind, about, opened
from bot.ui.ways.fields import Known, player
from cogs.trump.deal import mirrored, offer_lines
from cogs.trump.deals.draft_panel import (
    DraftPage,
    cards_page,
    countered_turn,
    draw_draft,
    fingerprint,
    may_propose,
    offer_to_answer,
    play_in,
    writer,
)
from cogs.trump.deals.offer_draft import (
    EMPTY_DRAFT,
    OfferDraft,
    as_counter,
    as_offer,
    as_proposal,
    combined,
    draft_of,
    play_named,
    without_line,
)
from cogs.trump.deals.promise_page import (
    KIND,
    UNKNOWN_BUTTON,
    add_promise,
    amount_in,
    decode,
    promise_page,
    terms_form,
    with_terms,
)
from cogs.trump.words import Voice, money, money_in
from games.rules import IllegalMove, Refusal, Seat
from games.trump.cards import AT, CARDS
from games.trump.deals.legal_deals import no_counter, no_propose
from games.trump.deals.offers import MOST_MONEY, MOST_WORDS
from games.trump.moves import NOTHING, Goods
from games.trump.refusals import Why
from games.trump.state import Acting, Over, Proposed
from games.trump.views import View

PROPOSES, COUNTERS = "deal", "counter"
"""The verbs of the moves that a draft can become."""
REDRAWN = "The table or your draft has changed since. This is how it is now."


# --- starting and finding a draft -----------------------------------------------------------------


def _begin(known: Known, view: View, names: Names) -> DraftPage | Panel:
    offer = offer_to_answer(view)
    if "to" not in known and offer is None:
        phase = view.public.phase
        question = "Who do you want to deal with?"
        if isinstance(phase, Proposed):
            question = (
                f"That offer is {names[phase.open.to]}'s to answer. Who do you want to deal with?"
            )
        return Panel([Text(question), Row(_start_buttons(view, names))])
    to = _party(known, view)
    answers = countered_turn(view, to)
    if offer is not None and answers is not None:
        return DraftPage(slip=draft_of(mirrored(offer)), answers=answers)
    return DraftPage(slip=replace(EMPTY_DRAFT, to=to), answers=None)


def _party(known: Known, view: View) -> Seat:
    """Return the named player, or else the player whose offer must be answered."""
    offer = offer_to_answer(view)
    return known["to"] if "to" in known or offer is None else offer.by


def _is_meant(page: DraftPage, known: Known, view: View) -> bool:
    """Return whether this draft is for the named player and answers any offer of theirs."""
    if ("to" not in known and offer_to_answer(view) is None) or _party(known, view) != page.to:
        return False
    answers = countered_turn(view, page.to)
    return answers is None or page.answers == answers


def _start_buttons(view: View, names: Names) -> list[Button]:
    offer = offer_to_answer(view)
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


def _hand_buttons(view: View, names: Names) -> Sequence[Button]:
    return _start_buttons(view, names) if _deals(view) and view.seat is not None else ()


def _board_buttons(public: View, names: Names) -> Sequence[Button]:
    """Return the board's button that starts a draft when a deal or a counter-offer is possible."""
    phase = public.phase
    if isinstance(phase, Proposed):
        return [Button("Counter…", opened(KIND))] if phase.counter is None else ()
    return [Button("Deal…", opened(KIND))] if _deals(public) and isinstance(phase, Acting) else ()


def _board_presser(public: View) -> Seat | None:
    """Return the seat that may make a counter-offer. Everybody may prepare a deal."""
    return public.phase.open.to if isinstance(public.phase, Proposed) else None


# --- changing a draft -----------------------------------------------------------------------------


def _handle(
    page: DraftPage, request: Request, view: View, names: Names
) -> DraftPage | Form | Panel | Becomes:
    draft, args = page.slip, request.args
    number, seat = int(args["slip"]), writer(view)
    word = request.verb.removeprefix(f"{KIND}_")
    value = args.get("*what", "")
    match word:
        case "give" | "get":
            return replace(page, slip=_with_goods(draft, word, value))
        case "then":
            return replace(page, slip=replace(draft, then=play_in(value, view)))
        case "take":
            return replace(page, slip=_without_line(page, value, seat))
        case "promise" | "terms" | "put":
            clause = decode(args.get("*so") or args.get("so", ""), seat, page.to)
            if word == "put":
                return replace(page, slip=add_promise(draft, clause))
            if word == "terms" and "?turn" not in args:
                return terms_form(clause, number, view)
            return promise_page(with_terms(clause, args, view), draft, number, view, names)
        case "cards":
            return cards_page(page, number, view, names)
        case "sums":
            return _with_cash(page, args) or _cash_form(page, number, view, names)
        case "words":
            if "?words" not in args:
                return _words_form(draft, number)
            return replace(page, slip=replace(draft, words=" ".join(args["?words"].split())))
        case "look":
            return page
        case "offer":
            return _offer(page, number, args.get("seen", ""), view, names)
        case _:
            raise Refusal(UNKNOWN_BUTTON)


def _with_goods(draft: OfferDraft, side: str, value: str) -> OfferDraft:
    """Add goods to one side of a draft. Raise Refusal if the value is malformed."""
    goods: Goods = getattr(draft, side)
    kind, _, rest = value.partition(" ")
    if value in AT:
        goods = combined(goods, replace(NOTHING, properties=(value,)))
    elif value in CARDS:
        goods = combined(goods, replace(NOTHING, cards=(value,)))
    elif kind == "random" and rest.isdecimal() and len(rest) <= 2:
        goods = replace(goods, random=int(rest))
    elif kind == "cash":
        goods = replace(goods, cash=amount_in(rest))
        other = "get" if side == "give" else "give"
        draft = replace(draft, **{other: replace(getattr(draft, other), cash=0)})  # TR-45
    else:
        raise Refusal(UNKNOWN_BUTTON)
    return replace(draft, **{side: goods})


def _without_line(page: DraftPage, value: str, seat: Seat) -> OfferDraft:
    kind, _, code = value.partition(" ")
    if kind != "promise":
        return without_line(page.slip, value)
    gone = decode(code, seat, page.to)
    rest = list(page.slip.promises)
    if gone in rest:
        rest.remove(gone)
    return replace(page.slip, promises=tuple(rest))


def _cash_form(page: DraftPage, number: int, view: View, names: Names) -> Form:
    draft = page.slip
    plain = Voice.plain(names, writer(view))
    paid, got = draft.give.cash, draft.get.cash
    upto = f"$10M to {money(view.cash)}, in tens" if view.cash else "You have no cash"
    gets = f"$10M to {money(MOST_MONEY)}, in tens"
    pays_you = short(f"Cash that {short(plain.who(page.to), 25)} pays you now", 45)
    entries = [
        Entry("?give", "Cash that you pay now", upto, money(paid) if paid else "", required=False),
        Entry("?get", pays_you, gets, money(got) if got else "", required=False),
    ]
    note = "Cash goes one way, so leave the other field empty. To pay later, make a promise."
    return Form(about(KIND, "sums", number), "Cash", entries, note)


def _with_cash(page: DraftPage, args: Mapping[str, str]) -> DraftPage | None:
    """Set the cash of a draft from its form, or return None if there is no form yet."""
    if "?give" not in args and "?get" not in args:
        return None
    draft = page.slip
    for side in ("give", "get"):
        text = args.get(f"?{side}", "").strip()
        amount = 0 if money_in(text) == (0, "") or not text else amount_in(text)
        draft = replace(draft, **{side: replace(getattr(draft, side), cash=amount)})
    return replace(page, slip=draft)


def _words_form(draft: OfferDraft, number: int) -> Form:
    hint = "On your honour: everybody reads it, and only you can keep it."
    entry = Entry("?words", "What do you say?", hint, draft.words[:MOST_WORDS], required=False)
    return Form(about(KIND, "words", number), "Words to go with the deal", [entry])


def _offer(page: DraftPage, number: int, seen: str, view: View, names: Names) -> Becomes | Panel:
    """Turn a draft into a move. If its fingerprint has changed since it was drawn, redraw it."""
    if countered_turn(view, page.to) is not None:
        move, verb = as_counter(page.slip), COUNTERS
        why = no_counter(view, move)
    else:
        move, verb = as_proposal(page.slip), PROPOSES
        why = no_propose(view, move)
        if not may_propose(view):
            raise Refusal(f"{_sentence(why, names)} The draft is kept.")
    if seen != fingerprint(page, view):
        return draw_draft(page, number, view, names, REDRAWN)
    if why:
        raise Refusal(_sentence(why, names))
    return Becomes(verb, move, _confirmation(page, verb, view, names))


def _confirmation(page: DraftPage, verb: str, view: View, names: Names) -> str:
    """Confirm to the player what they offered, and say what happens next."""
    seat, to = writer(view), names[page.to]
    lines = offer_lines(as_offer(page.slip, seat), view.public, Voice(names, seat))
    if page.slip.then is not None:
        lines.append(f"Then {play_named(page.slip.then, names)}.")
    if verb == COUNTERS:
        return "\n".join(
            [
                f"### Your counter-offer to {to}",
                *lines,
                f"-# {to} accepts or rejects it, and you'll see the answer. Everybody can read it"
                " on the board.",
            ]
        )
    return "\n".join(
        [
            f"### Proposed to {to}",
            *lines,
            f"-# {to} answers next, and the board shows by when. Until then you can withdraw the"
            " offer there.",
        ]
    )


def _sentence(why: Why, names: Names) -> str:
    return IllegalMove(*why).text(names.__getitem__) if why else ""


DRAFT = DraftKind[DraftPage, View](
    kind=KIND,
    help="Put a deal together in private, and offer it when it's ready",
    holds=DraftPage,
    fields=(player("with", "to", "Who do you want to deal with?"),),
    begin=_begin,
    meant=_is_meant,
    panel=draw_draft,
    work=_handle,
    hand=_hand_buttons,
    becomes=(PROPOSES, COUNTERS),
    board=_board_buttons,
    presser=_board_presser,
)
