"""Checks the terms (options) of a game, both for a new table and for a transcript."""

import secrets
from typing import Any

from db.base.codec import Unreadable, codec_of
from games.chance import Chance
from games.rules import AnyRules, Refusal


def stored_terms(rules: AnyRules, options: Any) -> str:
    """Convert terms to JSON. Raises Refusal if the game can't be played on them."""
    try:
        written = codec_of(rules).options.dump_checked(options)
    except Unreadable as error:
        raise Refusal(f"{rules.title} can't be played on those terms.") from error
    _check(rules, options)
    return written


def read_terms(rules: AnyRules, written: str) -> Any:
    """Read terms from JSON. Raises Refusal if the game can't be played on them."""
    try:
        options = codec_of(rules).options.load(written)
    except Unreadable as error:
        raise Refusal(f"{rules.title} can't be played on those terms.") from error
    _check(rules, options)
    return options


def _check(rules: AnyRules, options: Any) -> None:
    rules.start(rules.seats.start, options, Chance.of(secrets.token_bytes(32), 0, 0))
