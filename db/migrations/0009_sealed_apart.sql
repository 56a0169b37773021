-- The seal is shown in a message of its own, which is never edited, and more is mixed in at the deal.
-- A table that is being played goes on with the luck that it was dealt by: `mixed` stays NULL.

ALTER TABLE tables ADD COLUMN sealed_in INTEGER;  -- the channel of that message; NULL: a board it was
ALTER TABLE tables ADD COLUMN mixed TEXT;         -- what is mixed in since the deal (games/chance.py)
ALTER TABLE tables ADD COLUMN mixed_by INTEGER;   -- the message that shows it, and its channel
ALTER TABLE tables ADD COLUMN mixed_in INTEGER;
ALTER TABLE tables ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;  -- since the deal, where it is mixed

ALTER TABLE seats ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;  -- the press that took the seat: its id

UPDATE seats SET joined = coalesce((
    SELECT receipt FROM log
    WHERE log.table_id = seats.table_id AND log.person = seats.person AND kind IN ('open', 'join')
    ORDER BY rev DESC LIMIT 1
), seat + 1);

-- What is not dealt yet is sealed anew, by a message of its own.
UPDATE tables SET sealed_by = NULL, behind = 1 WHERE phase = 'open';
