"""The playground is found in a checkout; without it, a sentence says how to get it."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from bot import playground_finder
from bot.endpoint import NoPlayground
from bot.playground import Playground
from bot.playground_finder import kept_ids, playground_class


def test_playground_of_a_checkout_is_found() -> None:
    assert playground_class() is Playground


def test_without_a_playground_a_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "playground.json"
    kept.write_text('{"bot_id": "7", "guild_id": "8"}', encoding="utf-8")
    assert kept_ids(kept) == (7, 8)
    monkeypatch.setattr(playground_finder, "PLACES", ("no_such_playground",))
    with pytest.raises(NoPlayground, match=r"pip install \./discord_playground-"):
        playground_class()
    assert kept_ids(kept) is None


def test_a_bot_with_nothing_saved_does_not_load_the_playground(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes 4 MiB, and a bot on Discord never runs it."""
    loaded: list[str] = []

    def load(name: str) -> SimpleNamespace:
        loaded.append(name)
        return SimpleNamespace(kept_ids=lambda keep: None)

    monkeypatch.setattr(playground_finder, "import_module", load)
    assert kept_ids(tmp_path / "playground.json") is None
    assert loaded == []
    (tmp_path / "playground.json").touch()
    assert kept_ids(tmp_path / "playground.json") is None
    assert loaded == ["bot.playground"]
