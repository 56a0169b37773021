"""Read and write the language of deals, as players type it and as forms show it.

    deal Ann: give Casino; get 10; they return Casino for 10 by 31; they pay 50 with Hotel+Casino

A promise names a player, a duty and a time. Words of honour are quoted. This module can read all
that it writes. Promises are written with names, and read with names, `I` or `they`.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from bot.ui.panels.words import SEAT_NUMBER, Names, begins, escape, folded, short
from cogs.trump.deal import named_card
from cogs.trump.deals.goods import (
    CARD,
    CARDS_CALLED,
    MONEY,
    PROPERTIES_CALLED,
    PROPERTY,
    THE,
    Puzzled,
    amount_in,
    goods_in,
)
from cogs.trump.deals.offer_draft import OTHER
from cogs.trump.words import money, titled
from games.rules import Seat
from games.trump.cards import FORCE_SALE, TAX
from games.trump.moves import Clause, Duty, ForceSale, Pass, Play, Tax, Then
from games.trump.state import OPEN_DUTIES

Side: TypeAlias = Literal["give", "get"]
Promises: TypeAlias = tuple[tuple[Clause, ...], str]
"""The promises of a deal and its quoted words."""
NO_PROMISES: Promises = ((), "")


# --- written --------------------------------------------------------------------------------------

_ME = ("i'll", "i", "we'll", "we")
_THEM = ("they'll", "they", "you'll", "you")


def write_promises(promises: Promises, names: Names) -> str:
    """Write promises and words as players type them, or `no promises`."""
    clauses, words = promises
    quoted = ['"' + words.replace('"', '""') + '"'] if words else []
    terms = [_write_clause(clause, names) for clause in clauses] or [_NONE]
    return "; ".join([*quoted, *terms])


_NONE = "no promises"


def _write_clause(clause: Clause, names: Names) -> str:
    s = "" if clause.by == OTHER else "s"
    price = f" for {money(clause.amount)}" if clause.amount else ""
    deed = {
        "pay": f"pay{s} {money(clause.amount)}",
        "return": f"return{s} {clause.property}{price}",
        "keep": f"keep{s} {clause.property}",
        "spare": f"spare{s}",
        "give_back": f"return{s} {named_card(clause)}{price}",
        "play": f"play{s} {named_card(clause)}",
    }[clause.duty]
    waits = clause.card is not None and clause.duty not in OPEN_DUTIES
    when = [f"with {named_card(clause)}"] if waits else []
    if clause.turn is not None:
        before = "until" if clause.lapses else "or by" if when else "by"
        when.append(f"{before} {clause.turn}")
    return " ".join([party_name(clause.by, names), deed, *when])


def party_name(seat: Seat, names: Names) -> str:
    """Name a player in the deal language. Use `seat 2` if the name could be misread."""
    if seat == OTHER:
        return "they"
    name = names.to_type(seat) if 0 <= seat < len(names) else ""
    odd = not name or re.search('[;"“”]', name) or folded(name).split()[0] in (*_ME, *_THEM)
    return f"seat {seat + 1}" if odd else name


def write_then(then: Then | None, names: Names) -> str:
    """Write the play that follows a deal as players type it: `Tax on Ann`, `no card`, `ask me`."""
    match then:
        case None:
            return "ask me"
        case Play(card=card):
            return titled(card)
        case Tax(seat=seat):
            return f"{TAX} on {names.to_type(seat) if 0 <= seat < len(names) else 'somebody'}"
        case ForceSale(property=property):
            return f"{FORCE_SALE} of {property}"
        case Pass():
            return "no card"


_QUOTED = re.compile(r'"(?P<plain>(?:[^"]|"")*)(?:"|$)|“(?P<curly>[^”]*)(?:”|$)')


def _split_words(text: str) -> tuple[str, str | None]:
    """Split a text into a normalized line and the words that it quotes."""
    quote = _QUOTED.search(text)
    if quote is None:
        return folded(text), None
    rest = f"{text[: quote.start()]} ; {text[quote.end() :]}"
    if _QUOTED.search(rest):
        raise Puzzled("There's room for only one line of words in quotes.", "")
    plain = quote["plain"]
    return folded(rest), plain.replace('""', '"') if plain is not None else quote["curly"]


# --- patterns -------------------------------------------------------------------------------------

_VERBS: dict[str, Duty | Side] = {
    **dict.fromkeys(("hand over", "hands over", "give back", "gives back"), "return"),
    **dict.fromkeys(("return", "returns", "sell back", "sells back"), "return"),
    **dict.fromkeys(("pay", "pays"), "pay"),
    **dict.fromkeys(("keep", "keeps"), "keep"),
    **dict.fromkeys(("spare", "spares"), "spare"),
    **dict.fromkeys(("play", "plays"), "play"),
    **dict.fromkeys(("give", "gives"), "give"),
    **dict.fromkeys(("get", "gets"), "get"),
}
_VERB = re.compile(
    r"(?:will |(?:promises?:? )(?:to )?)?"
    rf"(?P<verb>{'|'.join(sorted(_VERBS, key=len, reverse=True))})(?!\w)[: ]*"
)
_PRONOUN = re.compile(rf"(?P<who>{'|'.join((*_ME, *_THEM))})(?![\w'])")
_WHOM = re.compile(r"(?:to )?(?:me|us|you|them)(?![\w']) *")
_FOR = re.compile(r" *(?:back )?(?:to (?:me|us|you|them) )?for ")
_TURN = (
    r"(?:the )?(?:end of )?(?:\S{1,40}'s )?(?:turn )?(?:(?P<turn>[0-9]{1,6})|(?P<now>this turn))"
)
_BY = re.compile(rf"(?:by|at|in|on|after) {_TURN}(?!\w)")
_UNTIL = re.compile(rf"(?:until|till|to|through) {_TURN}(?!\w)")
_OR_BY = re.compile(rf",? ?(?:or |at the latest |latest )?(?:by|at) {_TURN}(?!\w)")
_SECTION = re.compile(
    r"(?P<word>giving|give|getting|get|want|for|then i play|then play|then)(?![\w'])[: ]*"
)
_NO_PROMISES = re.compile(rf"(?:{_NONE}|no promise|nothing promised)(?!\w)")
_DATED = re.compile(r"(?:if )?(?:also )?by (?:turn )?(?P<turn>[0-9]{1,6})(?!\w)")


@dataclass(slots=True)
class Reader:
    """Reads the terms of a deal typed by the view's owner; `other` is the other party, or OTHER."""

    view: Any
    names: Names
    other: Seat
    found: dict[str, Any] = field(default_factory=dict[str, Any])
    clauses: list[Clause] = field(default_factory=list[Clause])
    last: Side | None = None
    """The side that was named last. `for` introduces the opposite side."""
    spoken: bool = False
    """Whether the text names its sides. If it doesn't, the goods given come first."""

    # --- people ---

    def name_in(self, line: str) -> tuple[Seat, str] | None:
        """Read a player's name, or `seat 2`, at the beginning of a folded line."""
        if match := SEAT_NUMBER.match(line):
            return int(match[1]) - 1, line[match.end() :].lstrip()
        names = {seat: folded(self.names.called(seat)) for seat in range(len(self.names))}
        whole = [seat for seat in names if begins(line, names[seat])]
        longest = max((len(names[seat]) for seat in whole), default=0)
        whole = [seat for seat in whole if len(names[seat]) == longest]
        if not whole:
            first = re.match(r"\w+", line)
            longest = len(first[0]) if first else 0
            whole = [seat for seat in names if first and names[seat].startswith(first[0])]
        if len(whole) > 1:  # if names look alike, prefer the two parties of the deal
            whole = [seat for seat in whole if seat in (self.view.seat, self.other)]
        return (whole[0], line[longest:].lstrip()) if len(whole) == 1 else None

    def _who_does(self, line: str) -> tuple[Seat, Duty | Side, str] | None:
        """Read a player and a verb: `I pay`, `they return`, `Ann gives`."""
        pronoun = _PRONOUN.match(line)
        if pronoun is not None:
            by = self.view.seat if pronoun["who"] in _ME else self.other
            read: tuple[Seat, str] | None = by, line[pronoun.end() :].lstrip()
        else:
            read = self.name_in(line)
        verb = _VERB.match(read[1]) if read else None
        if read is None or verb is None:
            return None
        return read[0], _VERBS[verb["verb"]], read[1][verb.end() :]

    # --- a promise ---

    def _clause(self, by: Seat, duty: Duty, line: str) -> str:
        if whom := _WHOM.match(line):
            line = line[whom.end() :]
        elif duty == "spare" or (duty == "pay" and not MONEY.match(line)):
            line = self._past_a_name(line)
        property, given, amount = None, None, 0
        if duty == "play" or (duty == "return" and _names_a_card(line)):
            duty = "play" if duty == "play" else "give_back"
            given, line = _card_in(line)
        elif duty in ("return", "keep"):
            named = PROPERTY.match(line)
            if named is None:
                raise Puzzled(f"{_echo(line)}Name the property that's promised.", "promise")
            property, line = PROPERTIES_CALLED[named["name"]], line[named.end() :]
        price = _FOR.match(line) if duty in ("return", "give_back") else None
        if price is not None or duty == "pay":
            line = line[price.end() :] if price else line
            paid = MONEY.match(line)
            if paid is None:
                raise Puzzled(f"{_echo(line)}Name the amount that's promised.", "promise")
            amount, line = amount_in(paid), line[paid.end() :]
        card, turn, lapses, line = self._when(duty, line.strip(" ,"))
        self.clauses.append(
            Clause(
                by=by,
                duty=duty,
                amount=amount,
                property=property,
                card=given or card,
                turn=turn,
                lapses=lapses,
            )
        )
        return line

    def _past_a_name(self, line: str) -> str:
        named = self.name_in(line) if re.match(r"(?!until|till|by|to )\w", line) else None
        return named[1] if named else line

    def _when(self, duty: Duty, line: str) -> tuple[str | None, int | None, bool, str]:
        line = re.sub(r"^(?:back|to (?:me|us|you|them))(?!\w) *", "", line)
        if duty in ("keep", "spare"):
            until = _UNTIL.match(line) or _BY.match(line)
            if until is None:
                raise Puzzled(f"{_echo(line)}Say until which turn.", "promise")
            return None, self._turn(until), True, line[until.end() :]
        if by := _BY.match(line):
            return None, self._turn(by), False, line[by.end() :]
        if duty in OPEN_DUTIES:
            raise Puzzled(f"{_echo(line)}Say by which turn.", "promise")
        if _UNTIL.match(line):
            raise Puzzled(
                "Say by which turn it's paid or handed over, or with which card.", "promise"
            )
        card = CARD.match(line[5:]) if line.startswith("with ") else None
        if card is None:
            sentence = "Say when: by which turn, with which profit card, or both."
            raise Puzzled(f"{_echo(line)}{sentence}", "promise")
        line = line[5 + card.end() :]
        name = CARDS_CALLED[card["name"]]
        if until := _UNTIL.match(line.lstrip(" ,")):
            return name, self._turn(until), True, line.lstrip(" ,")[until.end() :]
        if by := _OR_BY.match(line):
            return name, self._turn(by), False, line[by.end() :]
        return name, None, False, line

    def _turn(self, match: re.Match[str]) -> int:
        return self.view.public.turn if match["now"] else int(match["turn"])

    # --- the play that follows ---

    def then_in(self, line: str) -> tuple[Then | None, str] | None:
        """Read the card that the player will play after the deal."""
        line = re.sub(r"^(?:i )?play(?:ing)? ", "", line)
        if match := re.match(r"(?:ask me|ask)(?!\w)", line):
            return None, line[match.end() :]
        if match := re.match(r"(?:no card|nothing|none|no)(?!\w)", line):
            return Pass(), line[match.end() :]
        if match := re.match(rf"{THE}tax(?: card)?(?!\w) *(?:on|for|against)? *", line):
            whom = self.name_in(line[match.end() :])
            if whom is None:
                raise Puzzled("Say whom to tax.", "")
            return Tax(seat=whom[0]), whom[1]
        if match := re.match(rf"{THE}force(?: the)?(?: sale)?(?: card)?(?!\w) *(?:of|on)? *", line):
            named = PROPERTY.match(line[match.end() :])
            if named is None:
                raise Puzzled("Say which property to put up for sale.", "")
            return ForceSale(property=PROPERTIES_CALLED[named["name"]]), line[
                match.end() + named.end() :
            ]
        if card := CARD.match(line):
            return Play(card=CARDS_CALLED[card["name"]]), line[card.end() :]
        return None

    # --- the whole text ---

    def read(self, text: str) -> dict[str, Any]:
        """Read the terms that a text names. Raise Puzzled if the text is unclear."""
        line, words = _split_words(text)
        while line := re.sub(r"^(?:[ ,;:.!&+]|(?:and|plus) )+", "", line):
            line = self._section(line)
        if self.clauses or "promises" in self.found:
            self.found["promises"] = tuple(self.clauses)
        if words is not None or "promises" in self.found:
            self.found["words"] = words or ""
        if "give" in self.found and "get" not in self.found and not self.spoken:
            raise Puzzled("Say what you give and what you get.", "line")
        return self.found

    def _section(self, line: str) -> str:
        if _NO_PROMISES.match(line):
            self.found["promises"] = ()
            return _NO_PROMISES.sub("", line, count=1)
        does = self._who_does(line)
        if does and (does[1] != "play" or _names_a_turn(does[2])):
            by, action, rest = does
            if action == "give" or action == "get":
                mine = by == self.view.seat
                if not mine and self.other not in (by, OTHER):
                    raise Puzzled("A deal is between two. Name what the two of you give.", "")
                return self._goods(action if mine else "get" if action == "give" else "give", rest)
            return self._clause(by, action, rest)
        if section := _SECTION.match(line):
            word, rest = section["word"][:4].strip(), line[section.end() :]
            if word == "then":
                return self._then(rest)
            side: Side = "give" if word in ("give", "givi") else "get"
            if word == "for":
                side = "give" if self.last == "get" else "get"
            return self._goods(side, rest)
        if not self.spoken and not self.clauses:  # a bare list: goods given, then goods wanted
            for side in ("give", "get"):
                if side not in self.found and (goods := goods_in(line)):
                    self.found[side] = goods[0]
                    return goods[1]
        if "then" not in self.found and "give" in self.found and not self.spoken:
            return self._then(line)
        if does:  # a play without a turn comes right after the deal, where its place is clear
            after = ", or write “then” before it to play it right after the deal"
            mine = does[0] == self.view.seat
            raise Puzzled(f"Say by which turn the card is played{after if mine else ''}.", "")
        if verb := _VERB.match(line):
            who = (
                "Say who does it: you or they."
                if _VERBS[verb["verb"]] not in ("give", "get")
                else ""
            )
            raise Puzzled(f"{_echo(line)}{who}", "promise")
        if self.found:
            raise Puzzled(f"{_echo(line)}Put commas between things that go together.", "")
        raise Puzzled(_echo(line).strip(), "line")

    def _goods(self, side: Side, line: str) -> str:
        goods = goods_in(line)
        if goods is None:
            raise Puzzled(f"{_echo(line)}Name properties, cards or money.", side)
        if side in self.found:
            raise Puzzled(f"You said what you {side} twice. Put commas between the things.", "")
        self.found[side], self.last, self.spoken = goods[0], side, True
        return goods[1]

    def _then(self, line: str) -> str:
        then = self.then_in(line)
        if then is None:
            raise Puzzled(f"{_echo(line)}Name a card to play, or say “no card”.", "")
        self.found["then"] = then[0]
        return then[1]


def _names_a_card(line: str) -> bool:
    """Return whether a line begins with a card and not only with a property of that name."""
    card, property = CARD.match(line), PROPERTY.match(line)
    return card is not None and (property is None or card.end() > property.end())


def _card_in(line: str) -> tuple[str, str]:
    """Read a card at the beginning of a line."""
    card = CARD.match(line)
    assert card is not None, "the line begins with a card"
    return CARDS_CALLED[card["name"]], line[card.end() :]


def _names_a_turn(line: str) -> bool:
    """Return whether a line names a card and the turn on which it is played."""
    return _names_a_card(line) and _BY.match(_card_in(line)[1].strip(" ,")) is not None


def _echo(line: str) -> str:
    """Quote the part of a line that makes no sense."""
    what = short(line.strip(" ,;:."), 20)
    return f"I don't understand “{escape(what)}” there. " if what else ""


def dated_in(text: str) -> int | None:
    """Read a line that is only `by 31`. It asks for the same offer with that latest turn."""
    found = _DATED.fullmatch(folded(text).strip(" .!"))
    return int(found["turn"]) if found else None
