-- The seal gets a message of its own, which is never edited, and the deal mixes more into the luck.
-- For tables in play, `mixed` stays NULL, because their random numbers must not change.

ALTER TABLE tables ADD COLUMN sealed_in INTEGER;  -- its channel; NULL: the seal was on a board
ALTER TABLE tables ADD COLUMN mixed TEXT;         -- the value mixed in at the deal (games/chance.py)
ALTER TABLE tables ADD COLUMN mixed_by INTEGER;   -- the message that shows `mixed`, and its channel
ALTER TABLE tables ADD COLUMN mixed_in INTEGER;
ALTER TABLE tables ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;  -- since the deal, if `mixed` is set

ALTER TABLE seats ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;  -- id of the press that took the seat

UPDATE seats SET joined = coalesce((
    SELECT receipt FROM log
    WHERE log.table_id = seats.table_id AND log.person = seats.person AND kind IN ('open', 'join')
    ORDER BY rev DESC LIMIT 1
), seat + 1);

-- Tables that are not dealt yet get a new seal, in a message of its own.
UPDATE tables SET sealed_by = NULL, behind = 1 WHERE phase = 'open';
