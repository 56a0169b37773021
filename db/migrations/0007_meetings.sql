-- 1: the newest public move by hand was the first to find every player present.
ALTER TABLE tables ADD COLUMN all_here INTEGER NOT NULL DEFAULT 0;

-- Whether a person will come, by their newest press. `receipt` is the id of that press.
ALTER TABLE meeting_people ADD COLUMN comes INTEGER NOT NULL DEFAULT 1;
ALTER TABLE meeting_people ADD COLUMN receipt INTEGER NOT NULL DEFAULT 0;

-- The messages that pinged people for a meeting and have not been removed yet.
CREATE TABLE meeting_pings (
    message   INTEGER PRIMARY KEY,
    channel   INTEGER NOT NULL,
    remove_at REAL    NOT NULL
) STRICT;
