import re
import tomllib
from pathlib import Path

from bot.extras import how_to_install

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_commands_install_what_the_extras_are() -> None:
    """A name of ours would be looked up on the index, where it's somebody else's."""
    extras = PROJECT["project"]["optional-dependencies"]
    assert re.findall(r"'(.*)'`$", how_to_install("metrics")) == extras["metrics"]
    assert re.findall(r"'(.*)'`$", how_to_install("postgres")) == extras["postgres"]
    version = PROJECT["project"]["version"]
    assert how_to_install("playground").endswith(
        f" -m pip install ./discord_playground-{version}-py3-none-any.whl`"
    )
