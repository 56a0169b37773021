-- The newest public act by hand found everybody at the table here who was not before.
ALTER TABLE tables ADD COLUMN all_here INTEGER NOT NULL DEFAULT 0;

-- Whether somebody comes, as of their newest press, which is an interaction's id.
ALTER TABLE meeting_people ADD COLUMN comes INTEGER NOT NULL DEFAULT 1;
ALTER TABLE meeting_people ADD COLUMN receipt INTEGER NOT NULL DEFAULT 0;

-- The message that called people to a meeting, until it is removed.
CREATE TABLE meeting_pings (
    message   INTEGER PRIMARY KEY,
    channel   INTEGER NOT NULL,
    remove_at REAL    NOT NULL
) STRICT;
