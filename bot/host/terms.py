"""Checks the terms of a table, both when they are stored and when a transcript is verified."""

import secrets
from typing import Any

from db.codec import Unreadable, codec_of
from games.chance import Chance
from games.rules import AnyRules, Refusal


def stored_terms(rules: AnyRules, options: Any) -> str:
    """Return terms as JSON. Raises Refusal if they can't be played."""
    try:
        written = codec_of(rules).options.dump_checked(options)
    except Unreadable as error:
        raise Refusal(f"{rules.title} is not played on such terms.") from error
    _check(rules, options)
    return written


def read_terms(rules: AnyRules, written: str) -> Any:
    """Return terms from their JSON. Raises Refusal if they can't be played."""
    try:
        options = codec_of(rules).options.load(written)
    except Unreadable as error:
        raise Refusal(f"{rules.title} is not played on such terms.") from error
    _check(rules, options)
    return options


def _check(rules: AnyRules, options: Any) -> None:
    rules.start(rules.seats.start, options, Chance.of(secrets.token_bytes(32), 0, 0))
