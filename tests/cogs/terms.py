"""What a face says of its game besides a table: its terms, in one line, and its help."""

from typing import Any

from bot.ui.face import AnyFace


def named(face: AnyFace, options: Any) -> str:
    """Name the terms, one after the other."""
    return " · ".join(term.name for term in face.terms(options))


def help_of(face: AnyFace, title: str = "") -> str:
    """Read the pages of a game's help whose titles begin so, in one line."""
    found = [page.text for page in face.how_to() if page.title.startswith(title)]
    assert found, f"no page is called {title}"
    return " ".join(" ".join(found).split())
