-- What stays of a game: a row for each tenure, which is the time in which a person or the house held a
-- seat. The rows of its table are deleted some time later, so `table_id` refers to nothing. There are
-- no rows for practice, and for tables that were closed before the deal.
CREATE TABLE results (
    table_id   INTEGER NOT NULL,
    seat       INTEGER NOT NULL,
    since      INTEGER NOT NULL,           -- the log row from which the seat was held; 0: the deal
    game       TEXT    NOT NULL,
    guild      INTEGER NOT NULL,
    options    TEXT    NOT NULL,           -- JSON
    started_at REAL    NOT NULL,           -- of the tenure
    ended_at   REAL    NOT NULL,
    house      INTEGER NOT NULL,           -- 1: the house held the seat
    person     INTEGER CHECK (person IS NULL OR house = 0),
    name       TEXT    NOT NULL,
    given_up   INTEGER NOT NULL,           -- 1: somebody else held the seat afterwards
    closed     INTEGER NOT NULL,           -- 1: the table was closed before its game was over
    place      INTEGER,                    -- what the seat reached; NULL: closed, or not known yet
    points     INTEGER,
    by_hand    INTEGER NOT NULL,           -- the moves of the tenure, by who decided them
    by_order   INTEGER NOT NULL,
    by_clock   INTEGER NOT NULL,
    by_house   INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, since)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_person ON results (person) WHERE person IS NOT NULL;
CREATE INDEX results_by_guild ON results (guild);
CREATE INDEX results_unranked ON results (table_id) WHERE place IS NULL AND closed = 0;

-- Only the rules of a game can tell places and points, so the bot adds them after its next start.
WITH held AS (
    SELECT table_id, seat, since, person, name FROM tenures
    UNION ALL
    SELECT table_id, seat, held_since, person, name FROM seats
),
spans AS (
    SELECT held.*, lead(since) OVER (PARTITION BY table_id, seat ORDER BY since) AS until FROM held
)
INSERT INTO results
SELECT t.id, s.seat, s.since, t.game, t.guild, t.options,
    coalesce((SELECT at FROM log WHERE table_id = t.id AND rev = s.since),
             (SELECT min(at) FROM log WHERE table_id = t.id AND kind = 'deal'), t.opened_at),
    coalesce((SELECT at FROM log WHERE table_id = t.id AND rev = s.until), t.changed_at),
    s.person IS NULL, s.person, s.name, s.until IS NOT NULL, t.phase = 'ended', NULL, NULL,
    count(l.rev) FILTER (WHERE l.kind = 'move'), count(l.rev) FILTER (WHERE l.kind = 'order'),
    count(l.rev) FILTER (WHERE l.kind = 'clock'), count(l.rev) FILTER (WHERE l.kind = 'house')
FROM tables t JOIN spans s ON s.table_id = t.id
LEFT JOIN log l ON l.table_id = t.id AND l.seat = s.seat AND l.rev > s.since
    AND (s.until IS NULL OR l.rev < s.until)
WHERE t.phase IN ('over', 'ended') AND t.practice = 0 AND t.state IS NOT NULL
GROUP BY t.id, s.seat, s.since;

-- Find the finished tables that are no longer kept, or that belong to a server.
CREATE INDEX tables_finished ON tables (changed_at) WHERE phase IN ('over', 'ended');
CREATE INDEX tables_finished_by_guild ON tables (guild, phase) WHERE phase IN ('over', 'ended');

-- The servers that the bot has left, or that were missing (`confirmed` 0) when it connected. What
-- belongs to them is deleted some time after `left_at`.
CREATE TABLE servers_left (
    guild     INTEGER PRIMARY KEY,
    left_at   REAL    NOT NULL,
    confirmed INTEGER NOT NULL
) STRICT;

-- The log of the moderators outlasts the tables that it names.
CREATE TABLE moderation_2 (
    id        INTEGER PRIMARY KEY,
    guild     INTEGER NOT NULL,
    moderator INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    person    INTEGER,
    table_id  INTEGER,
    detail    TEXT    NOT NULL,
    at        REAL    NOT NULL
) STRICT;
INSERT INTO moderation_2
SELECT id, guild, moderator, kind, person, table_id, detail, at FROM moderation;
DROP TABLE moderation;
ALTER TABLE moderation_2 RENAME TO moderation;
CREATE INDEX moderation_by_guild ON moderation (guild, id);
