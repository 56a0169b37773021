"""The terms of a table, checked wherever they come from: before they are stored, and verified."""

import secrets
from typing import Any

from db.codec import Unreadable, codec_of
from games.chance import Chance
from games.rules import AnyRules, Refusal


def stored_terms(rules: AnyRules, options: Any) -> str:
    """Write terms as they are stored. Raises Refusal for those that cannot be played."""
    try:
        written = codec_of(rules).options.dump_checked(options)
    except Unreadable as error:
        raise Refusal(f"{rules.title} is not played on such terms.") from error
    _check(rules, options)
    return written


def read_terms(rules: AnyRules, written: str) -> Any:
    """Read terms as they were stored. Raises Refusal for those that cannot be played."""
    try:
        options = codec_of(rules).options.load(written)
    except Unreadable as error:
        raise Refusal(f"{rules.title} is not played on such terms.") from error
    _check(rules, options)
    return options


def _check(rules: AnyRules, options: Any) -> None:
    rules.start(rules.seats.start, options, Chance.of(secrets.token_bytes(32), 0, 0))
