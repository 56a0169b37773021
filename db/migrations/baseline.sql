-- The schema after step 29. A PostgreSQL database begins with it (db/migration.py); what the columns
-- mean is explained in the steps. The types are SQLite's; db/engines/dialect.py translates them.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    dealt_version INTEGER,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    opener INTEGER NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('open', 'playing', 'over', 'ended')),
    options TEXT NOT NULL,
    pace TEXT NOT NULL,
    laid_open INTEGER NOT NULL,
    secret BLOB NOT NULL,
    sealed_by INTEGER,
    state TEXT,
    rev INTEGER NOT NULL,
    step INTEGER NOT NULL,
    subject TEXT NOT NULL,
    subject_step INTEGER NOT NULL,
    question TEXT NOT NULL,
    question_step INTEGER NOT NULL,
    hurried INTEGER NOT NULL,
    opened_at REAL NOT NULL,
    changed_at REAL NOT NULL,
    behind INTEGER NOT NULL,
    all_here INTEGER NOT NULL DEFAULT 0,
    sealed_in INTEGER,
    mixed TEXT,
    mixed_by INTEGER,
    mixed_in INTEGER,
    moves INTEGER NOT NULL DEFAULT 0,
    deal_press INTEGER,
    stand_in INTEGER NOT NULL DEFAULT 0,
    practice INTEGER NOT NULL DEFAULT 0,
    thread TEXT NOT NULL DEFAULT '',
    opened_in INTEGER
) STRICT;
CREATE INDEX tables_by_channel ON tables (channel) WHERE phase IN ('open', 'playing');
CREATE INDEX tables_behind ON tables (behind) WHERE behind = 1;
CREATE INDEX tables_by_guild ON tables (guild) WHERE phase IN ('open', 'playing');
CREATE INDEX tables_of_practice ON tables (opener) WHERE practice=1 AND phase='playing';
CREATE INDEX tables_finished ON tables (changed_at) WHERE phase IN ('over', 'ended');
CREATE INDEX tables_finished_by_guild ON tables (guild, phase) WHERE phase IN ('over', 'ended');

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    person INTEGER,
    name TEXT NOT NULL,
    acted_step INTEGER NOT NULL,
    acted_at REAL,
    due REAL,
    notice_at REAL,
    asked_at REAL,
    unanswered INTEGER NOT NULL DEFAULT 0,
    joined INTEGER NOT NULL DEFAULT 0,
    gone INTEGER NOT NULL DEFAULT 0,
    would_end INTEGER NOT NULL DEFAULT 0,
    held_since INTEGER NOT NULL DEFAULT 0,
    former TEXT NOT NULL DEFAULT '',
    away_until REAL,
    answers_in REAL,
    hurries INTEGER NOT NULL DEFAULT 0,
    offered_to INTEGER,
    offered_name TEXT NOT NULL DEFAULT '',
    agrees INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
CREATE INDEX seats_by_due ON seats (due) WHERE due IS NOT NULL;
CREATE INDEX seats_by_notice ON seats (notice_at) WHERE notice_at IS NOT NULL;

CREATE TABLE log (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    rev INTEGER NOT NULL,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    person INTEGER,
    move TEXT,
    told TEXT NOT NULL,
    receipt INTEGER UNIQUE,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, rev)
) STRICT, WITHOUT ROWID;
CREATE INDEX log_by_opener ON log (person) WHERE kind = 'open';

CREATE TABLE shown (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    reader INTEGER NOT NULL,
    message INTEGER,
    step INTEGER NOT NULL,
    print TEXT NOT NULL,
    question TEXT NOT NULL,
    looked_rev INTEGER NOT NULL,
    notice INTEGER,
    notice_in INTEGER,
    notice_print TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, reader)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    said TEXT NOT NULL,
    stands INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (table_id, seat, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE slips (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    json TEXT NOT NULL,
    made_at REAL NOT NULL,
    PRIMARY KEY (table_id, seat, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE tenures (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    since INTEGER NOT NULL,
    person INTEGER,
    name TEXT NOT NULL,
    PRIMARY KEY (table_id, seat, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE meetings (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    at REAL NOT NULL,
    caller INTEGER NOT NULL
) STRICT;

CREATE TABLE meeting_people (
    table_id INTEGER NOT NULL REFERENCES meetings (table_id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    comes INTEGER NOT NULL DEFAULT 1,
    receipt INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE meeting_pings (
    message INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    remove_at REAL NOT NULL
) STRICT;

CREATE TABLE rematches (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    of_table INTEGER NOT NULL,
    expires_at REAL NOT NULL
) STRICT;
CREATE INDEX rematches_by_old_table ON rematches (of_table);

CREATE TABLE rematch_people (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    ask_at REAL,
    declined INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX rematch_people_by_ask_at ON rematch_people (ask_at) WHERE ask_at IS NOT NULL;

CREATE TABLE watchers (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    table_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    since INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,
    options TEXT NOT NULL,
    started_at REAL NOT NULL,
    ended_at REAL NOT NULL,
    house INTEGER NOT NULL,
    person INTEGER CHECK (person IS NULL OR house = 0),
    name TEXT NOT NULL,
    given_up INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    place INTEGER,
    points INTEGER,
    by_hand INTEGER NOT NULL,
    by_order INTEGER NOT NULL,
    by_clock INTEGER NOT NULL,
    by_house INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, since)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_person ON results (person) WHERE person IS NOT NULL;
CREATE INDEX results_by_guild ON results (guild);
CREATE INDEX results_unranked ON results (table_id) WHERE place IS NULL AND closed = 0;

CREATE TABLE people (
    person INTEGER PRIMARY KEY,
    dm_channel INTEGER,
    dm_closed INTEGER NOT NULL DEFAULT 0,
    notices TEXT NOT NULL DEFAULT 'dm',
    here INTEGER NOT NULL DEFAULT 1,
    zone TEXT,
    awake_from INTEGER,
    awake_until INTEGER,
    avatar INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    channels TEXT NOT NULL,
    games TEXT NOT NULL,
    opener_role INTEGER,
    most_tables INTEGER,
    in_threads INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE blocks (
    guild INTEGER NOT NULL,
    person INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE moderation (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    moderator INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person INTEGER,
    table_id INTEGER,
    detail TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;
CREATE INDEX moderation_by_guild ON moderation (guild, id);

CREATE TABLE servers_left (
    guild INTEGER PRIMARY KEY,
    left_at REAL NOT NULL,
    confirmed INTEGER NOT NULL
) STRICT;

CREATE TABLE restores (
    epoch INTEGER PRIMARY KEY,
    restored_at REAL NOT NULL,
    set_back_to REAL NOT NULL
) STRICT;

CREATE TABLE forgotten_key (
    key TEXT NOT NULL
) STRICT;

CREATE TABLE notes (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE numbers (
    kind TEXT PRIMARY KEY,
    newest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO numbers VALUES ('tables', 0), ('moderation', 0);
