-- A seat that the house plays can be offered to somebody. `offered_to` is that person, and `agrees`
-- is the person whom a player would let take the offered seat (0: nobody).
ALTER TABLE seats ADD COLUMN offered_to INTEGER;
ALTER TABLE seats ADD COLUMN offered_name TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN agrees INTEGER NOT NULL DEFAULT 0;
