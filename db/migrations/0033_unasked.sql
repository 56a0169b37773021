-- Who was pinged although they hadn't asked for it: for the offer of a seat, or (-1) for a rematch of the
-- table. `at` is when, and `declined` is 1 once they answered *Not now* (db/unasked.py).
CREATE TABLE unasked (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    at       REAL NOT NULL,
    declined INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat, person)
) STRICT;

CREATE INDEX tables_practised ON tables (opener) WHERE practice = 1 AND phase IN ('over', 'ended');
