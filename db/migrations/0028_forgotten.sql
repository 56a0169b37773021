-- The key of the list of people who asked to be forgotten (db/forgotten.py). Each file has its own,
-- and so do its backups; without it the list tells nothing.
CREATE TABLE forgotten_key (
    key TEXT NOT NULL                      -- 64 hexadecimal digits, in the only row
) STRICT;
INSERT INTO forgotten_key VALUES (lower(hex(randomblob(32))));
