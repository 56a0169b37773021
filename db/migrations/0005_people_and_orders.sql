-- New settings of people (notices, presence, waking hours), and standing orders of seats.

ALTER TABLE people ADD COLUMN notices TEXT NOT NULL DEFAULT 'dm';     -- dm, channel, none
ALTER TABLE people ADD COLUMN here INTEGER NOT NULL DEFAULT 1;        -- 0: never shown as present
ALTER TABLE people ADD COLUMN zone TEXT;                              -- such as Europe/Berlin
ALTER TABLE people ADD COLUMN awake_from INTEGER;                     -- first waking hour, 0 to 23
ALTER TABLE people ADD COLUMN awake_until INTEGER;                    -- 1 to 24; NULL: awake all day

-- When a seat was first asked its question, and how many questions it missed in a row.
ALTER TABLE seats ADD COLUMN asked_at REAL;
ALTER TABLE seats ADD COLUMN unanswered INTEGER NOT NULL DEFAULT 0;

UPDATE seats SET asked_at = (SELECT changed_at FROM tables WHERE id = table_id)
WHERE due IS NOT NULL;

-- Standing orders, which are private. A seat has at most one of each kind.
CREATE TABLE orders (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    said     TEXT    NOT NULL,             -- JSON of the game
    PRIMARY KEY (table_id, seat, kind)
) STRICT, WITHOUT ROWID;

-- When the people of a table want to meet, and who will come.
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
