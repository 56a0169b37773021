import ssl

import asyncpg
import pytest

from db.base.place import PostgresUrl
from db.base.problems import ConnectionLost
from db.engines.postgresql_problems import cannot_migrate, cannot_open, not_saved

PLACE = PostgresUrl("postgresql://bot:secret@db/tables")


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (asyncpg.InvalidPasswordError("no"), "doesn't accept this user or password"),
        (asyncpg.InvalidCatalogNameError("no"), "no database of that name"),
        (asyncpg.DiskFullError("no"), "the disk of the server is full"),
        (asyncpg.ReadOnlySQLTransactionError("no"), "it can't be written"),
        (ConnectionRefusedError("no"), "the server can't be reached"),
        (TimeoutError(), "the server can't be reached"),
    ],
)
def test_a_sentence_says_why_and_what_to_do(error: Exception, why: str):
    for text in (str(cannot_open(PLACE, error)), cannot_migrate(PLACE, error, 29, 30)):
        assert why in text
        assert "secret" not in text
    text = not_saved(PLACE, error)
    assert text is not None
    assert why in text
    assert "secret" not in text


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (ConnectionRefusedError("no"), True),
        (TimeoutError(), True),
        (asyncpg.CannotConnectNowError("it is starting"), True),
        (asyncpg.InvalidPasswordError("no"), False),
        (ssl.SSLCertVerificationError("self-signed"), False),
        (asyncpg.exceptions.ClientConfigurationError("no such sslmode"), False),
    ],
)
def test_only_what_may_pass_by_itself_is_waited_for(error: Exception, *, passes: bool):
    assert isinstance(cannot_open(PLACE, error), ConnectionLost) == passes


def test_an_empty_database_is_not_called_whole():
    text = cannot_migrate(PLACE, asyncpg.InsufficientPrivilegeError("no"), 0, 30)
    assert "It is empty as before. Make the user the owner of the database" in text


def test_a_mistake_of_ours_is_not_blamed_on_the_server():
    assert not_saved(PLACE, asyncpg.UndefinedTableError("no")) is None
    assert "please report it" in cannot_migrate(PLACE, asyncpg.UndefinedTableError("no"), 29, 30)
