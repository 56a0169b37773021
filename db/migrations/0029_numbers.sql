-- The newest number that was given to a table, and to an act of a moderator (db/numbers.py).
CREATE TABLE numbers (
    kind   TEXT PRIMARY KEY,
    newest INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO numbers SELECT 'tables', coalesce(max(seq), 0) FROM sqlite_sequence WHERE name='tables';
INSERT INTO numbers SELECT 'moderation', coalesce(max(id), 0) FROM moderation;
