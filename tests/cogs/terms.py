"""Helpers that read a face's terms and help pages."""

from typing import Any

from bot.ui.face.face import AnyFace


def named(face: AnyFace, options: Any) -> str:
    """Name the terms, one after the other."""
    return " · ".join(term.name for term in face.terms(options))


def help_of(face: AnyFace, title: str = "") -> str:
    """Return the text of the help pages whose titles begin with this, in one line."""
    pages = [*face.how_to, *face.fine_print]
    found = [page.text for page in pages if page.title.startswith(title)]
    assert found, f"no page is called {title}"
    return " ".join(" ".join(found).split())
