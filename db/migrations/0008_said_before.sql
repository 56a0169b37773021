-- What was said ahead in a game that is over is offered once more in the next: it does not stand.

ALTER TABLE orders ADD COLUMN stands INTEGER NOT NULL DEFAULT 1;
