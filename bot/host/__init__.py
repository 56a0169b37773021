"""The services that all games share: committing moves, loading tables, queries and deadlines."""
