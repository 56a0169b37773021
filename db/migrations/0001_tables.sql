-- The tables at which games are played, each with its newest state.
CREATE TABLE tables (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    game       TEXT    NOT NULL,             -- Rules.name
    version    INTEGER NOT NULL,             -- Rules.version it was dealt under
    guild      INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    opener     INTEGER NOT NULL,             -- the person who opened it
    phase      TEXT    NOT NULL CHECK (phase IN ('open', 'playing', 'over', 'ended')),
    options    TEXT    NOT NULL,             -- JSON
    pace       TEXT    NOT NULL,
    laid_open  INTEGER NOT NULL,             -- 1: everything is shown at the end
    secret     BLOB    NOT NULL,             -- 32 bytes, the source of all luck (games/chance.py)
    sealed_by  INTEGER,                      -- id of the message that first showed the seal
    state      TEXT,                         -- JSON; NULL until the deal
    question   TEXT    NOT NULL DEFAULT '',  -- what the awaited seats are asked (Rules.question)
    rev        INTEGER NOT NULL,             -- the newest row of the log
    opened_at  REAL    NOT NULL,             -- all instants: seconds since 1970, UTC
    changed_at REAL    NOT NULL,
    board      INTEGER,                      -- the board's message id, and the rev it was last drawn at
    board_rev  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX tables_by_channel ON tables (channel) WHERE phase IN ('open', 'playing');

-- The seats of each table, and what the owner of each seat was last shown in private.
CREATE TABLE seats (
    table_id       INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat           INTEGER NOT NULL,
    person         INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    acted_rev      INTEGER NOT NULL,            -- the rev of its owner's own last move
    due            REAL,                        -- when the clock moves for it; NULL: not awaited
    looked_rev     INTEGER NOT NULL DEFAULT 0,  -- up to here its owner has read what was told
    hand           INTEGER,                     -- the DM that shows the hand: message id,
    hand_rev       INTEGER NOT NULL DEFAULT 0,  -- the rev it was drawn at,
    hand_print     TEXT    NOT NULL DEFAULT '', -- and a fingerprint of what it shows
    hand_question  TEXT    NOT NULL DEFAULT '', -- the question that DM was sent for
    nudge          INTEGER,                     -- the notice in the channel: message id
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (person);
CREATE INDEX seats_by_due ON seats (due) WHERE due IS NOT NULL;

-- The log of everything that happened, in order and without gaps.
CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('open', 'join', 'leave', 'deal', 'move', 'clock', 'end')),
    seat     INTEGER,
    person   INTEGER,
    move     TEXT,                      -- JSON
    told     TEXT    NOT NULL,          -- JSON: [{event, to}]
    receipt  INTEGER UNIQUE,            -- the interaction (or typed message) that asked for it
    at       REAL    NOT NULL,
    PRIMARY KEY (table_id, rev)
) STRICT, WITHOUT ROWID;

-- What is stored about a person: how to reach them.
CREATE TABLE people (
    person     INTEGER PRIMARY KEY,
    dm_channel INTEGER,
    dm_closed  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Values of the bot's own: when it last ran, and which commands it registered with Discord.
CREATE TABLE notes (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
