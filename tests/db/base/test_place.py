import pytest

from db.base.place import PostgresUrl, beside, folder_of, read_place, written

URL = "postgresql://bot:secret@db:5433/tables?sslmode=require"


@pytest.mark.parametrize("text", ["data/x.sqlite3", "sqlite:data/x.sqlite3", URL, "postgres:///x"])
def test_what_is_written_is_read_as_the_same_place(text: str):
    assert read_place(written(read_place(text))) == read_place(text)


@pytest.mark.parametrize(
    "text", ["", "sqlite:", "mysql://host/x", "postgresql://host", "postgresql://host:port/x"]
)
def test_what_names_no_database_is_refused(text: str):
    with pytest.raises(ValueError, match=r"."):
        read_place(text)


def test_the_password_is_never_shown():
    place = read_place(URL)
    assert isinstance(place, PostgresUrl)
    assert str(place) == "postgresql://bot@db:5433/tables"
    assert "secret" not in f"{place!r} {place} {beside(place)} {folder_of(place)}"
    assert place.url == URL
