-- Find the tables that a person opened, because the number of unfinished ones is limited.
CREATE INDEX log_by_opener ON log (person) WHERE kind = 'open';
