-- Where the one live notice of a seat stands (NULL: in its reader's DM), and what it says.
ALTER TABLE shown ADD COLUMN notice_in INTEGER;
ALTER TABLE shown ADD COLUMN notice_print TEXT NOT NULL DEFAULT '';

UPDATE shown SET notice_in = (SELECT channel FROM tables WHERE id = table_id)
WHERE notice IS NOT NULL;
