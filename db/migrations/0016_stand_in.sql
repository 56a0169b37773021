-- After so many missed questions in a row, the house plays for a seat until its owner is back (0:
-- never, which is how the tables of before go on).
ALTER TABLE tables ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;
