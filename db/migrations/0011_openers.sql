-- Who has opened which tables: nobody may have too many that are not over.
CREATE INDEX log_by_opener ON log (person) WHERE kind = 'open';
