"""A face's module with other functions, for tests that need a special face."""

from types import SimpleNamespace
from typing import Any


def altered(module: Any, **functions: Any) -> Any:
    """Return a module in which some functions are replaced."""
    return SimpleNamespace(**{**vars(module), **functions})
