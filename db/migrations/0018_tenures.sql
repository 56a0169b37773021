-- A seat can change hands during the game. `held_since` is the log row from which its holder holds
-- it, `former` the name of the person who gave it up, while nobody has taken it.
ALTER TABLE seats ADD COLUMN held_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN former TEXT NOT NULL DEFAULT '';
-- The house plays for somebody who is away until then.
ALTER TABLE seats ADD COLUMN away_until REAL;
-- The seconds that somebody who is there takes for an answer, as a moving average.
ALTER TABLE seats ADD COLUMN answers_in REAL;
-- The holders that seats had before: the log rows from `since` on are theirs.
CREATE TABLE tenures (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    person   INTEGER,                      -- NULL: the house
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat, since)
) STRICT, WITHOUT ROWID;
