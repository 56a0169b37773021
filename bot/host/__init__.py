"""The services behind every game: commit moves, load tables, answer queries, keep deadlines."""
