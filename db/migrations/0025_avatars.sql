-- Whether the posters of a person's games show their avatar.
ALTER TABLE people ADD COLUMN avatar INTEGER NOT NULL DEFAULT 1;
