"""Reads all that the file keeps of one person, and nothing that others must not tell them.

So of a game in play it has only what the person themselves did, and neither the cards nor what
their moves told to others. Nor does it name anybody else, or count what the others did in secret:
so it has no revs and no number of moves.
"""

from typing import Any, Final

from db.database import Reads

_MINE = "IN (SELECT table_id, seat FROM seats WHERE person=?1)"
_QUERIES: Final = {
    "settings": "SELECT * FROM people WHERE person=?1",
    "tables": "SELECT id, game, options, pace, stand_in, practice, phase, guild, channel,"
    " opened_at, changed_at, CASE WHEN opener=?1 THEN 1 ELSE 0 END AS opened_by_you"
    " FROM tables WHERE opener=?1"
    " OR id IN (SELECT table_id FROM seats WHERE person=?1 UNION"
    " SELECT table_id FROM tenures WHERE person=?1) ORDER BY id",
    "seats": "SELECT table_id, seat, name, joined, acted_step, acted_at, asked_at,"
    " due, notice_at, unanswered, away_until, answers_in, hurries,"
    " CASE WHEN agrees<>0 THEN 1 ELSE 0 END AS agrees, gone, would_end"
    " FROM seats WHERE person=?1 ORDER BY table_id",
    "seats_given_up": "SELECT table_id, seat, name FROM tenures WHERE person=?1"
    " ORDER BY table_id, since",
    "results": "SELECT * FROM results WHERE person=?1 ORDER BY table_id, since",
    "seats_offered_to_you": "SELECT table_id, seat, offered_name FROM seats WHERE offered_to=?1"
    " ORDER BY table_id",
    "log": "SELECT table_id, kind, seat, move, receipt, at FROM log WHERE person=?1"
    " ORDER BY table_id, rev",
    "standing_orders": "SELECT table_id, seat, kind, said, stands FROM orders"
    f" WHERE (table_id, seat) {_MINE} ORDER BY table_id",
    "drafts": "SELECT table_id, seat, number, kind, json, made_at FROM slips"
    f" WHERE (table_id, seat) {_MINE} ORDER BY table_id, number",
    "messages": "SELECT table_id, reader AS seat, message, notice, notice_in"
    f" FROM shown WHERE (table_id, reader) {_MINE} ORDER BY table_id",
    "meetings_called": "SELECT table_id, at FROM meetings WHERE caller=?1 ORDER BY table_id",
    "meetings": "SELECT table_id, comes, receipt FROM meeting_people WHERE person=?1"
    " ORDER BY table_id",
    "rematches": "SELECT table_id, name, ask_at, declined FROM rematch_people WHERE person=?1"
    " ORDER BY table_id",
    "watched": "SELECT table_id FROM watchers WHERE person=?1 ORDER BY table_id",
    "asked_to_play": "SELECT table_id, seat, at, declined FROM unasked WHERE person=?1"
    " ORDER BY table_id, seat",
    "by_moderators": "SELECT guild, kind, table_id, detail, at FROM moderation WHERE person=?1"
    " ORDER BY id",
    "as_moderator": "SELECT guild, kind, table_id, detail, at FROM moderation WHERE moderator=?1"
    " ORDER BY id",
    "blocked_on": "SELECT guild FROM blocks WHERE person=?1 ORDER BY guild",
}


async def read(reads: Reads, person: int) -> dict[str, list[dict[str, Any]]]:
    """Return the rows about a person, by kind, each with the names of its columns.

    This reads the whole log.
    """
    return {
        kind: [dict(row) for row in await reads.all(query, (person,))]
        for kind, query in _QUERIES.items()
    }
