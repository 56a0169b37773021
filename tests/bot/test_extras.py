import sys
from importlib.metadata import PackageNotFoundError

import pytest

from bot import extras
from bot.extras import how_to_install


def test_command_installs_beside_the_running_program(monkeypatch: pytest.MonkeyPatch):
    def missing(_: str) -> None:
        raise PackageNotFoundError

    monkeypatch.setattr(extras, "distribution", lambda _: None)
    assert how_to_install("metrics") == f"`{sys.executable} -m pip install 'downeast[metrics]'`"
    monkeypatch.setattr(extras, "distribution", missing)
    assert how_to_install("postgres") == f"`{sys.executable} -m pip install asyncpg`"
