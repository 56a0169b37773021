-- The id of the press on Deal. It freezes seats and terms, before a message is posted and the cards
-- are dealt. NULL if nobody has pressed yet, or if the table was dealt in one step.
ALTER TABLE tables ADD COLUMN deal_press INTEGER;
