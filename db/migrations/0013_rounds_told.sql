-- The end of a round is now posted as a separate message. Rounds that have already ended in tables
-- in play are not posted afterwards. The reader -1001 stands for these messages.
INSERT OR IGNORE INTO shown
    (table_id, reader, message, step, print, question, looked_rev, notice, notice_in, notice_print)
SELECT id, -1001, NULL, step, '', '', 0, NULL, NULL, '' FROM tables WHERE phase = 'playing';
