-- Tables are separated from what was shown of them, and the bot may play a seat. The new column
-- `step` counts public steps only, and starts at `rev`, which counts all changes. So a message that
-- was drawn before this migration may be taken for outdated, but never for newer than it is.

CREATE TABLE tables_2 (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    game          TEXT    NOT NULL,          -- Rules.name
    version       INTEGER NOT NULL,          -- Rules.version that the state can be played by
    dealt_version INTEGER,                   -- Rules.version at the deal; NULL before it
    guild         INTEGER NOT NULL,
    channel       INTEGER NOT NULL,
    opener        INTEGER NOT NULL,          -- the person who opened it
    phase         TEXT    NOT NULL CHECK (phase IN ('open', 'playing', 'over', 'ended')),
    options       TEXT    NOT NULL,          -- JSON
    pace          TEXT    NOT NULL,
    laid_open     INTEGER NOT NULL,          -- 1: everything is shown at the end
    secret        BLOB    NOT NULL,          -- 32 bytes, the source of all luck (games/chance.py)
    sealed_by     INTEGER,                   -- id of the message that first showed the seal
    state         TEXT,                      -- JSON; NULL until the deal
    rev           INTEGER NOT NULL,          -- the newest row of the log
    step          INTEGER NOT NULL,          -- how often something happened that all could see
    subject       TEXT    NOT NULL,          -- what the question is about (Rules.question)
    subject_step  INTEGER NOT NULL,          -- the step since which it is
    question      TEXT    NOT NULL,          -- its key: also what has been said on it
    question_step INTEGER NOT NULL,
    hurried       INTEGER NOT NULL,          -- 1: asked in the table's short call time
    opened_at     REAL    NOT NULL,          -- all instants: seconds since 1970, UTC
    changed_at    REAL    NOT NULL,
    behind        INTEGER NOT NULL           -- 1: something shown may be older than the table
) STRICT;

INSERT INTO tables_2
SELECT id, game, version, iif(state IS NULL, NULL, version), guild, channel, opener, phase,
       options, pace, laid_open, secret, sealed_by, state, rev, rev, '', rev,
       iif(question LIKE '%!', substr(question, 1, length(question) - 1), question), rev,
       question LIKE '%!', opened_at, changed_at,
       phase IN ('open', 'playing') OR board_rev < rev OR EXISTS (
           SELECT 1 FROM seats WHERE table_id = tables.id
           AND ((hand IS NOT NULL AND hand_rev < tables.rev) OR nudge IS NOT NULL)
       )
FROM tables;

-- The players. The bot moves for a seat at `due`, and sends it a notice at `notice_at`.
CREATE TABLE seats_2 (
    table_id   INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    person     INTEGER,                      -- NULL: the house plays
    name       TEXT    NOT NULL,
    acted_step INTEGER NOT NULL,             -- the step of its owner's own last public move
    acted_at   REAL,                         -- the instant of its owner's last public act by hand
    due        REAL,                         -- NULL: not to move
    notice_at  REAL,                         -- NULL: no notice is still to be sent
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;

INSERT INTO seats_2
SELECT table_id, seat, person, name, acted_rev, NULL, due, NULL FROM seats;

-- What each reader was last shown: everybody (the board, reader -1), or one seat in private.
CREATE TABLE shown (
    table_id   INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    reader     INTEGER NOT NULL,
    message    INTEGER,                      -- the message that shows it
    step       INTEGER NOT NULL,             -- the table's step when it was drawn
    print      TEXT    NOT NULL,             -- a fingerprint of what it shows
    question   TEXT    NOT NULL,             -- the question it was sent for
    looked_rev INTEGER NOT NULL,             -- up to here its owner has read what was told
    notice     INTEGER,                      -- the one live notice: message id
    PRIMARY KEY (table_id, reader)
) STRICT, WITHOUT ROWID;

INSERT INTO shown
SELECT id, -1, board, board_rev, '', '', 0, NULL FROM tables WHERE board IS NOT NULL
UNION ALL
SELECT table_id, seat, hand, hand_rev, hand_print,
       iif(hand_question LIKE '%!', substr(hand_question, 1, length(hand_question) - 1),
           hand_question),
       looked_rev, nudge
FROM seats WHERE hand IS NOT NULL OR nudge IS NOT NULL OR looked_rev > 0;

-- Private drafts of a seat, which are not part of the game.
CREATE TABLE slips (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    json     TEXT    NOT NULL,
    made_at  REAL    NOT NULL,
    PRIMARY KEY (table_id, seat, number)
) STRICT, WITHOUT ROWID;

-- The log of everything that happened, in order and without gaps. More kinds may be added.
CREATE TABLE log_2 (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,
    step     INTEGER NOT NULL,               -- the public step after it
    kind     TEXT    NOT NULL,
    seat     INTEGER,
    person   INTEGER,
    move     TEXT,                           -- JSON
    told     TEXT    NOT NULL,               -- JSON: [{event, to}]
    receipt  INTEGER UNIQUE,                 -- the interaction (or typed message) that asked for it
    at       REAL    NOT NULL,
    PRIMARY KEY (table_id, rev)
) STRICT, WITHOUT ROWID;

INSERT INTO log_2
SELECT table_id, rev, rev, kind, seat, person, move, told, receipt, at FROM log;

-- The number of a table is never used a second time, even if that table was deleted.
DELETE FROM sqlite_sequence WHERE name = 'tables_2';
INSERT INTO sqlite_sequence SELECT 'tables_2', seq FROM sqlite_sequence WHERE name = 'tables';

DROP TABLE log;
DROP TABLE seats;
DROP TABLE tables;
ALTER TABLE tables_2 RENAME TO tables;
ALTER TABLE seats_2 RENAME TO seats;
ALTER TABLE log_2 RENAME TO log;

CREATE INDEX tables_by_channel ON tables (channel) WHERE phase IN ('open', 'playing');
CREATE INDEX tables_behind ON tables (behind) WHERE behind = 1;
CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
CREATE INDEX seats_by_due ON seats (due) WHERE due IS NOT NULL;
CREATE INDEX seats_by_notice ON seats (notice_at) WHERE notice_at IS NOT NULL;

PRAGMA application_id = 0x44776E45;
