-- The house player that took a seat before the deal is mixed into the luck: house:LEVEL:VERSION. It is ''
-- for a person, and at tables that were frozen by an earlier release, which mixed in other text.
ALTER TABLE seats ADD COLUMN house TEXT NOT NULL DEFAULT '';
UPDATE seats SET house = 'house:gentle:1' WHERE person IS NULL AND table_id IN
    (SELECT id FROM tables WHERE phase = 'open' AND deal_press IS NULL);

-- The house player that chose a move; all earlier releases had only this one.
ALTER TABLE log ADD COLUMN house TEXT NOT NULL DEFAULT '';
UPDATE log SET house = 'house:gentle:1' WHERE kind = 'house';
