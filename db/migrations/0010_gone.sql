-- Who was found not to be in the server any more; a public move of theirs says that they are.
ALTER TABLE seats ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

-- What changes in a server's roles changes what can be shown in it.
CREATE INDEX tables_by_guild ON tables (guild) WHERE phase IN ('open', 'playing');
