-- The tables that people can't reach, and since when: their server or channel is hidden from the
-- bot, out of order or gone. Their clocks stand still (db/out_of_reach.py).
CREATE TABLE out_of_reach (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    since    REAL NOT NULL
) STRICT;
