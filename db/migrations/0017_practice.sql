-- A practice table has one person, who plays against the house in private: no seal, no clock.
ALTER TABLE tables ADD COLUMN practice INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_of_practice ON tables (opener) WHERE practice=1 AND phase='playing';
