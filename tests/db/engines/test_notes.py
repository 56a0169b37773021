from db.database import Transaction
from db.engines import notes


async def test_a_note_is_stored_and_changed(tx: Transaction):
    assert await notes.read(tx, "alive") is None
    await notes.write(tx, "alive", "1.5")
    await notes.write(tx, "alive", "2.5")
    assert await notes.read(tx, "alive") == "2.5"
    assert await notes.read(tx, "dead") is None
    await notes.delete(tx, "alive")
    assert await notes.read(tx, "alive") is None
