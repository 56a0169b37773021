-- 1: the player has left the server. A public move by the player resets this to 0.
ALTER TABLE seats ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;

-- Find all tables of a server, because a change of its roles may allow or forbid messages there.
CREATE INDEX tables_by_guild ON tables (guild) WHERE phase IN ('open', 'playing');
