-- The ids of presses and typed lines whose change has no row in a log, for an hour
-- (db/idempotency.py).
CREATE TABLE idempotency_keys (
    receipt INTEGER PRIMARY KEY,
    at      REAL NOT NULL
) STRICT;
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (at);
