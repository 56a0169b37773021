-- People say how they want to be told, and when they sleep; seats say things ahead.

ALTER TABLE people ADD COLUMN notices TEXT NOT NULL DEFAULT 'dm';     -- dm, channel, none
ALTER TABLE people ADD COLUMN here INTEGER NOT NULL DEFAULT 1;        -- 0: is never shown as here
ALTER TABLE people ADD COLUMN zone TEXT;                              -- as in Europe/Berlin
ALTER TABLE people ADD COLUMN awake_from INTEGER;                     -- hours of their day, 0 to 23;
ALTER TABLE people ADD COLUMN awake_until INTEGER;                    -- 1 to 24; NULL: all of it

-- When the question was first put to a seat, and how many reminders it has left unanswered.
ALTER TABLE seats ADD COLUMN asked_at REAL;
ALTER TABLE seats ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0;

UPDATE seats SET asked_at = (SELECT changed_at FROM tables WHERE id = table_id)
WHERE due IS NOT NULL;

-- What a seat has said ahead: one order of a kind, private, apart from the state.
CREATE TABLE orders (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    said     TEXT    NOT NULL,             -- JSON of the game
    PRIMARY KEY (table_id, seat, kind)
) STRICT, WITHOUT ROWID;

-- When the people of a table want to meet, and who comes.
CREATE TABLE meetings (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    at       REAL    NOT NULL,
    caller   INTEGER NOT NULL              -- the person who called it
) STRICT;

CREATE TABLE meeting_people (
    table_id INTEGER NOT NULL REFERENCES meetings (table_id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
