"""The settings: each documented, each with a default, and a mistake is said and not guessed at."""

import sys
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot import __main__ as program
from bot.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither this machine's environment nor its `.env` has a say."""
    monkeypatch.chdir(tmp_path)
    for name in names():
        monkeypatch.delenv(name, raising=False)


def names() -> dict[str, str]:
    """Name each setting's variable, and its field."""
    return {
        str(field.validation_alias or f"DOWNEAST_{name}".upper()): name
        for name, field in Settings.model_fields.items()
    }


def examples() -> dict[str, str]:
    """Read the variables of .env.example."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def test_nothing_must_be_set():
    settings = Settings()
    assert settings.discord_token is None
    assert settings.playground_url is None


def test_every_setting_is_documented_with_its_default():
    assert list(examples()) == list(names())
    usual = Settings()
    for variable, value in examples().items():
        default = getattr(usual, names()[variable])
        assert (value == "") == (default is None), variable
        if value:
            assert type(default)(value) == default, f"{variable} is {default} by default"


def test_the_example_itself_can_be_used_as_it_is(tmp_path: Path):
    usual = Settings()
    (tmp_path / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert Settings() == usual


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / ".env").write_text("DOWNEAST_NUDGE_AFTER=5\nDOWNEAST_DRAW_PAUSE=7\n")
    monkeypatch.setenv("DOWNEAST_NUDGE_AFTER", "9")
    assert (Settings().nudge_after, Settings().draw_pause) == (9, 7)


def test_discord_and_the_playground_never_share_a_file(monkeypatch: pytest.MonkeyPatch):
    """Or tables of the one would be looked for at the other."""
    playground = Settings().file
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")
    assert Settings().file != playground
    monkeypatch.setenv("DOWNEAST_DATABASE", "elsewhere.sqlite3")
    assert Settings().file == Path("elsewhere.sqlite3")


def test_the_token_is_never_written_by_accident(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a-very-secret-token")
    settings = Settings()
    assert isinstance(settings.discord_token, SecretStr)
    assert "a-very-secret-token" not in repr(settings) + str(settings.model_dump())
    assert settings.discord_token.get_secret_value() == "a-very-secret-token"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DOWNEAST_LOG_LEVEL", "LOUD"),
        ("DOWNEAST_NUDGE_AFTER", "-1"),
        ("DOWNEAST_NUDGE_AFTER", "soon"),
        ("DOWNEAST_DRAW_PAUSE", "-0.5"),
        ("DOWNEAST_GIVE_UP_AFTER", "-1"),
        ("DOWNEAST_PLAYGROUND_PORT", "70000"),
        ("DOWNEAST_PLAYGROUND_PEOPLE", "1"),
        ("DOWNEAST_PLAYGROUND_PEOPLE", "11"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    variable: str,
    value: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setenv(variable, value)
    with pytest.raises(ValidationError):
        Settings()
    monkeypatch.setattr(sys, "argv", ["bot"])
    assert program.main() == 2
    assert names()[variable] in capsys.readouterr().err


def test_a_file_that_cannot_be_used_ends_the_program_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary, today I lost at cards again. " * 50)
    monkeypatch.setenv("DOWNEAST_DATABASE", str(file))
    monkeypatch.setattr(sys, "argv", ["bot"])
    assert program.main() == 3
    said = capsys.readouterr().err
    assert str(file) in said
    assert "Traceback" not in said
