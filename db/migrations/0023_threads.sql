-- Whether a table is played in a thread ('': no; 'wanted'; or why there is none: 'forbidden', 'full',
-- 'failed'), and the channel that it was opened in, once it has moved to its thread.
ALTER TABLE tables ADD COLUMN thread TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN opened_in INTEGER;
-- 1: new tables of the server are played in threads, unless their opener chooses otherwise
ALTER TABLE servers ADD COLUMN in_threads INTEGER NOT NULL DEFAULT 0;
