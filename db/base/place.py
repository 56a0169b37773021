"""Where the data is kept: in a file of SQLite, or in a database of a PostgreSQL server."""

from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import parse_qsl, urlsplit

SCHEMES: Final = ("postgresql://", "postgres://")
_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile")  # options of an address


@dataclass(frozen=True, slots=True)
class PostgresUrl:
    """The address of a PostgreSQL database. `str()` leaves out its password and its options."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        """Return the address as it may stand in a log.

        >>> str(PostgresUrl("postgresql://bot:secret@db:5433/downeast?sslmode=require"))
        'postgresql://bot@db:5433/downeast'
        """
        parts = urlsplit(self.url)
        user = f"{parts.username}@" if parts.username else ""
        host = parts.netloc.rpartition("@")[2]
        return f"postgresql://{user}{host}{parts.path}"

    @property
    def files(self) -> dict[str, Path]:
        """The files that the address names, by option.

        >>> PostgresUrl("postgresql://db/downeast?sslmode=require&sslrootcert=/etc/ca.crt").files
        {'sslrootcert': PosixPath('/etc/ca.crt')}
        """
        options = dict(parse_qsl(urlsplit(self.url).query))
        return {name: Path(options[name]) for name in _FILES if name in options}


Place: TypeAlias = Path | PostgresUrl
"""A database file, or a database of a server."""


def read_place(text: str) -> Place:
    """Read a place as it is written in the settings: a path, `sqlite:path` or a URL.

    Raises ValueError.

    >>> read_place("sqlite:data/downeast.sqlite3")
    PosixPath('data/downeast.sqlite3')
    >>> read_place("postgresql:///downeast")
    PostgresUrl()
    """
    if text.startswith(SCHEMES):
        return _read_url(text)
    path = text.removeprefix("sqlite:")
    if not path or "://" in path or path.startswith(("postgresql:", "postgres:")):
        raise ValueError("must be a path, sqlite:path or postgresql://user:password@host/database")
    return Path(path)


def _read_url(text: str) -> PostgresUrl:
    """Read an address, without quoting it in an error: it can have a password."""
    wanted = (
        "must be postgresql://user:password@host:port/database, in which special characters of the "
        "password are written as in %2F for / and %23 for #"
    )
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:  # its text quotes what it can't read
        raise ValueError(wanted) from None
    if parts.fragment:
        raise ValueError(wanted)
    name = parts.path.removeprefix("/")
    if name in ("", ".", "..") or "/" in name:
        raise ValueError("must name one database, as in postgresql://user@host/downeast")
    return PostgresUrl(text)


def has_postgresql() -> bool:
    """Return whether the package for PostgreSQL is installed."""
    return find_spec("asyncpg") is not None


def written(place: Place) -> str:
    """Return what `read_place` reads as this place, with the password."""
    return place.url if isinstance(place, PostgresUrl) else f"sqlite:{place}"


def beside(place: Place) -> Path:
    """Return how the names of the bot's other files begin: such as its lock, or how it is.

    >>> beside(Path("data/downeast.sqlite3"))
    PosixPath('data/downeast.sqlite3')
    >>> beside(PostgresUrl("postgresql:///tables"))
    PosixPath('data/tables')
    """
    return place if isinstance(place, Path) else Path("data", urlsplit(place.url).path.strip("/"))


def folder_of(place: Place) -> Path:
    """Return the folder of the bot's other files."""
    return beside(place).parent
