"""Builds the error sentences that tell the operator why a PostgreSQL database can't be used."""

import ssl
from typing import Final, TypeAlias

import asyncpg

from db.base.place import PostgresUrl
from db.base.problems import ConnectionLost, DatabaseProblem

LOST: Final = (
    OSError,  # also a TimeoutError
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # if the server has just said that it ends the connection
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
)
"""The connection was lost, or none could be opened."""

CANNOT_OPEN: Final = (*LOST, asyncpg.PostgresError, ValueError)

_Kinds: TypeAlias = type[BaseException] | tuple[type[BaseException], ...]
_WHY: Final[tuple[tuple[_Kinds, str, str], ...]] = (
    (
        asyncpg.InvalidPasswordError,
        "the server doesn't accept this user or password",
        "Change DOWNEAST_DATABASE, or .pgpass if the password is there: it must belong to my "
        "account, which alone may read it (chmod 600)",
    ),
    (
        ssl.SSLError,
        "the server's certificate isn't accepted",
        "Name the host as the certificate does, and as sslrootcert the certificate that vouches "
        "for it",
    ),
    (
        asyncpg.InvalidAuthorizationSpecificationError,
        "the server doesn't let this user in",
        "Look at pg_hba.conf, or change DOWNEAST_DATABASE",
    ),
    (
        asyncpg.InvalidCatalogNameError,
        "the server has no database of that name",
        "Make it (`createdb`), or change DOWNEAST_DATABASE",
    ),
    (
        asyncpg.InsufficientPrivilegeError,
        "this user may not do what I need",
        "Make the user the owner of the database",
    ),
    (asyncpg.TooManyConnectionsError, "it has too many connections", "Raise max_connections"),
    (asyncpg.CannotConnectNowError, "the server is starting or stopping", "Wait a moment"),
    (asyncpg.DiskFullError, "the disk of the server is full", "Free some space there"),
    (asyncpg.ReadOnlySQLTransactionError, "it can't be written", "Connect to the main server"),
    (asyncpg.PostgresIOError, "the disk of the server may be failing", "Look at the server's log"),
    (asyncpg.InsufficientResourcesError, "the server is short of room", "Look at its log"),
    (asyncpg.QueryCanceledError, "the server took too long", "Look at what it is busy with"),
    (
        (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError),
        "a part of it is damaged",
        "Look at the server's log and its disk, and restore a backup",
    ),
    (asyncpg.LockNotAvailableError, "another program has locked it", "End that program"),
)
_AWAY: Final = (
    "the server can't be reached",
    "See that it runs, and that DOWNEAST_DATABASE is right",
)


def is_away(error: BaseException) -> bool:
    """Return whether an error means that the server is out of reach, perhaps for a while."""
    # a ValueError is a value that the driver can't send, or a setting that it can't use
    return isinstance(error, LOST) and not isinstance(error, ValueError | ssl.SSLError)


def cannot_open(place: PostgresUrl, error: BaseException) -> DatabaseProblem:
    """Return why the database can't be opened, as a ConnectionLost if that may pass by itself.

    Nothing was written, so nothing was lost.
    """
    found = _reason(error)
    if found is None:
        return DatabaseProblem(f"The database {place} cannot be opened: {_named(error)}.")
    why, help_ = found
    kind = ConnectionLost if is_away(error) else DatabaseProblem
    return kind(f"The database {place} cannot be opened because {why} ({_named(error)}). {help_}.")


def not_saved(place: PostgresUrl, error: BaseException) -> str | None:
    """Describe why a transaction was not saved. Return None if the server isn't the cause."""
    if isinstance(error, ConnectionLost):
        return str(error)
    found = _reason(error)
    if found is None:
        return None
    why, help_ = found
    return (
        f"Nothing can be saved in the database {place} because {why} ({_named(error)}). All that "
        f"was saved before is still there. {help_}: I go on by myself then."
    )


def lost(place: PostgresUrl, error: BaseException) -> ConnectionLost:
    """Return the problem that an error means, which the connection caused or the wish for one."""
    return ConnectionLost(not_saved(place, error) or str(cannot_open(place, error)))


def cannot_migrate(place: PostgresUrl, error: BaseException, schema: int, newest: int) -> str:
    """Describe why the database could not be migrated beyond this schema."""
    whole = (
        f"It is whole, at schema {schema} of {newest}, and nothing in it is lost."
        if schema
        else "It is empty as before."
    )
    found = _reason(error)
    if found is None:
        return (
            f"The database {place} cannot be brought up to date: {_named(error)}. {whole} That is "
            "a mistake of mine: please report it."
        )
    why, help_ = found
    return (
        f"The database {place} cannot be brought up to date because {why} ({_named(error)}). "
        f"{whole} {help_}, and start me again."
    )


def in_use(place: PostgresUrl) -> str:
    """Say that another process writes to the database."""
    return f"The database {place} is in use by a Downeast that is running. Stop that one first."


def taken_over(place: PostgresUrl) -> str:
    """Say that another process has written to the database while the connection was lost."""
    return (
        f"Another Downeast has used the database {place} while I was cut off from it, so nothing "
        "can be saved any more, and I stop."
    )


def foreign(place: PostgresUrl) -> str:
    """Say that the database belongs to another program."""
    return (
        f"The database {place} is not ours: another program has tables in it. It was left as it "
        "is; choose an empty database."
    )


def too_new(place: PostgresUrl, schema: int, newest: int) -> str:
    """Say that a newer release has written the database."""
    return (
        f"The database {place} was written by a newer Downeast (schema {schema}; this one knows "
        f"{newest}). Start the newer one."
    )


def wrong_encoding(place: PostgresUrl) -> str:
    """Say that the database can't hold every name."""
    return (
        f"The database {place} doesn't store text as UTF-8. Make another one: `createdb "
        "--owner=USER --encoding=UTF8 --template=template0 NAME`."
    )


def _reason(error: BaseException) -> tuple[str, str] | None:
    """Return why the server refuses, and what helps, or None if it isn't the cause."""
    for kind, why, help_ in _WHY:
        if isinstance(error, kind):
            return why, help_
    return _AWAY if is_away(error) else None


def _named(error: BaseException) -> str:
    """Return the first line of an error, which names no value of a row."""
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0].rstrip(".")
