-- Who would let the house answer an absent player's question: the public step of that question.
ALTER TABLE seats ADD COLUMN hurries INTEGER NOT NULL DEFAULT 0;
