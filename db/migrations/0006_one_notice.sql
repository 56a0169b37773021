-- The channel of a seat's current notice (NULL: a DM), and a fingerprint of its content.
ALTER TABLE shown ADD COLUMN notice_in INTEGER;
ALTER TABLE shown ADD COLUMN notice_print TEXT NOT NULL DEFAULT '';

UPDATE shown SET notice_in = (SELECT channel FROM tables WHERE id = table_id)
WHERE notice IS NOT NULL;
