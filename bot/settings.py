"""The settings, read from the environment or the file `.env`; .env.example documents each."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.all_games import all_games
from bot.extras import how_to_install
from bot.game_choice import chosen_games
from bot.ui.panels.operator import KEEP_DAYS, LONGEST_CONTACT, Operator
from bot.ui.panels.words import listed, visible
from db.base.place import Place, PostgresUrl, beside, has_postgresql, read_place
from db.people.forgotten import ForgottenList, list_in
from games.rules import AnyRules

DISCORDS = Path("data/downeast.sqlite3")
PLAYGROUNDS = Path("data/playground.sqlite3")


class Settings(BaseSettings):
    """Everything that an operator can set. All settings except the token have defaults."""

    model_config = SettingsConfigDict(
        env_file=".env", env_prefix="DOWNEAST_", extra="ignore", env_ignore_empty=True
    )

    discord_token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    """The bot's token. Without it the bot starts the playground."""
    database: str | None = Field(default=None, repr=False)
    """The database (db/base/place.py), whose URL can have a password.

    See DISCORDS and PLAYGROUNDS.
    """
    contact: str | None = None
    """A line that says who runs the bot and how to reach them."""
    games: str | None = None
    """The games on offer (bot/game_choice.py). The default is all games with their own names."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """The lowest log level that is written to standard error."""
    log: Literal["text", "json"] = "text"
    """Whether a line of the log is text or a JSON object."""
    metrics: str | None = None
    """The address at which /healthz and /metrics are served. None: nowhere."""
    nudge_after: float = Field(default=75.0, ge=0)
    """Seconds that a player gets to think before a notice pings them."""
    nudge_here_after: float = Field(default=180.0, ge=0)
    """Seconds before a notice pings a player who joined or moved in the last ten minutes."""
    draw_pause: float = Field(default=2.0, ge=0)
    """Minimum seconds between two automatic redraws of a board."""
    house_thinks: float = Field(default=1.0, ge=0)
    """Shortest time in seconds that a house player takes for a move while somebody is present."""
    give_up_after: float = Field(default=300.0, ge=0)
    """Seconds without Discord after which the program exits, so that it is restarted. 0: never."""
    reading_time: float = Field(default=1.0, ge=0)
    """Seconds after a new question in which a typed move still counts for the previous one."""
    pictures: bool = True
    """Whether boards have a picture, if their game has one."""
    emojis: bool = True
    """Whether texts have small pictures once those are uploaded to Discord."""
    playground_port: int = Field(default=8765, ge=0, le=65535)
    """The port of the playground's page on 127.0.0.1."""
    playground_people: int = Field(default=5, ge=2, le=10)
    """The number of people in the playground."""
    playground_url: str | None = None
    """The URL of a running playground on this machine, to use instead of a new one."""

    keep_days: int = Field(default=KEEP_DAYS, ge=0, le=36500)
    """Days for which the record of a finished game is kept. 0: for ever."""
    backups: Path | None = None
    """The folder of the nightly backups. None: there are none."""

    @property
    def place(self) -> Place:
        """The database in use. By default, Discord and the playground have a file each."""
        usual = DISCORDS if self.discord_token is not None else PLAYGROUNDS
        return usual if self.database is None else read_place(self.database)

    @property
    def file(self) -> Path:
        """How the names of the bot's other files begin: the database file, if it's one."""
        return beside(self.place)

    @property
    def forgotten_list(self) -> ForgottenList:
        """The list of the people who asked to be forgotten. It's beside the backups."""
        return list_in(self.file.parent if self.backups is None else self.backups)

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """The host and the port of the metrics."""
        return None if self.metrics is None else _address(self.metrics)

    @property
    def operator(self) -> Operator:
        """The people who run the bot."""
        return Operator((self.contact or "").strip(), self.keep_days)

    @property
    def rules(self) -> Mapping[str, AnyRules]:
        """All games by name, with the commands and titles that they have here."""
        return all_games() if self.games is None else chosen_games(self.games, all_games())

    @field_validator("database")
    @classmethod
    def _check_database(cls, text: str | None) -> str | None:
        if text is not None and isinstance(read_place(text), PostgresUrl) and not has_postgresql():
            raise ValueError(
                "must be a file as long as the package for PostgreSQL isn't installed "
                f"({how_to_install('postgres')})"
            )
        return text

    @field_validator("games")
    @classmethod
    def _check_games(cls, text: str | None) -> str | None:
        if text is not None:
            chosen_games(text, all_games())
        return text

    @field_validator("metrics")
    @classmethod
    def _check_metrics(cls, text: str | None) -> str | None:
        if text is not None:
            _address(text)
        return text

    @field_validator("contact")
    @classmethod
    def _check_contact(cls, text: str | None) -> str | None:
        if text is not None and (
            len(text) > LONGEST_CONTACT or visible(text) != text or len(text.splitlines()) != 1
        ):
            raise ValueError(f"must be one line of at most {LONGEST_CONTACT} visible characters")
        return text


def _address(text: str) -> tuple[str, int]:
    """Read a host and a port. Raises ValueError."""
    host, _, port = text.strip().rpartition(":")
    if not (host and port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
        raise ValueError("must be a host and a port, such as 127.0.0.1:9464")
    return host.strip("[]"), int(port)


class BadSettings(Exception):
    """Invalid settings. `str()` tells the operator what to change, one line per setting."""


def read_settings() -> Settings:
    """Read the environment and the file `.env`. Raises BadSettings."""
    try:
        return Settings()
    except ValidationError as problem:
        errors = problem.errors(include_input=False)
        raise BadSettings("\n".join(_what_to_change(dict(error)) for error in errors)) from None
    except UnicodeDecodeError:
        raise BadSettings("The file .env isn't UTF-8 text. Save it as UTF-8.") from None
    except OSError as problem:
        raise BadSettings(f"The file .env can't be read: {problem.strerror}.") from None


def variable_of(name: str) -> str:
    """Return a setting's name as it is written in `.env`."""
    prefix = Settings.model_config.get("env_prefix", "")
    return str(Settings.model_fields[name].validation_alias or f"{prefix}{name}".upper())


def _what_to_change(error: dict[str, Any]) -> str:
    """Describe a setting's valid values. The value itself is omitted because it may be a token."""
    name = str(error["loc"][0])
    if error["type"] == "value_error":  # raised by a validator above, in words for the operator
        wanted = str(error["ctx"]["error"])
    else:
        wanted = f"must be {_allowed(name)}"
    return f"{variable_of(name)} {wanted}. Change it in .env or in the environment."


def _allowed(name: str) -> str:
    schema: dict[str, Any] = Settings.model_json_schema(by_alias=False)["properties"][name]
    match schema:
        case {"enum": values}:
            return listed(values, "or")
        case {"type": "boolean"}:
            return "on or off"
        case {"type": "integer", "minimum": least, "maximum": most}:
            return f"a whole number from {least} to {most}"
        case {"type": "number", "minimum": 0}:
            return "a number of seconds, 0 or more"
        case _:
            raise NotImplementedError(f"no sentence says what {name} must be")
