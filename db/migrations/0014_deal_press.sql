-- The press on Deal freezes a table's seats and terms. Its second message is posted, then it is dealt.
-- NULL: nobody has pressed yet, or the table was dealt in one step (earlier releases; closed terms).
ALTER TABLE tables ADD COLUMN deal_press INTEGER;
