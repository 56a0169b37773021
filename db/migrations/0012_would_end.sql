-- 1: the player voted to end the game early. It ends when all remaining players have voted.
ALTER TABLE seats ADD COLUMN would_end INTEGER NOT NULL DEFAULT 0;
