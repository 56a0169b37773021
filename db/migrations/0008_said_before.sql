-- Orders from a finished game don't `stand` (are not active), but may be renewed in the next game.

ALTER TABLE orders ADD COLUMN stands INTEGER NOT NULL DEFAULT 1;
