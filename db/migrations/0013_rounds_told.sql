-- The ends of rounds are messages of their own. What a table in play had told before there were
-- any stands on its board: it is not posted after the fact (-1001: the lane of these messages).
INSERT OR IGNORE INTO shown
    (table_id, reader, message, step, print, question, looked_rev, notice, notice_in, notice_print)
SELECT id, -1001, NULL, step, '', '', 0, NULL, NULL, '' FROM tables WHERE phase = 'playing';
