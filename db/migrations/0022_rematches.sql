-- A rematch of the table `of_table` is played at `table_id`. Until `expires_at` the others who played
-- are asked whether they play again.
CREATE TABLE rematches (
    table_id   INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    of_table   INTEGER NOT NULL,
    expires_at REAL    NOT NULL
) STRICT;
CREATE INDEX rematches_by_old_table ON rematches (of_table);
-- The people who are asked. They are pinged at `ask_at` (NULL: they were, or want no notices), and
-- `declined` means that they don't play this time. Their rows go when the question goes.
CREATE TABLE rematch_people (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    ask_at   REAL,
    declined INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX rematch_people_by_ask_at ON rematch_people (ask_at) WHERE ask_at IS NOT NULL;
