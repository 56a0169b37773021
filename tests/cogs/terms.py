"""The terms of a table as they are named on its opening, in one line."""

from typing import Any

from bot.ui.face import AnyFace


def named(face: AnyFace, options: Any) -> str:
    """Name the terms, one after the other."""
    return " · ".join(one.name for one in face.terms(options))
