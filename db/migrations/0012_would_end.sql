-- Who would end a game before it is over: it ends when all who still sit there have said so.
ALTER TABLE seats ADD COLUMN would_end INTEGER NOT NULL DEFAULT 0;
