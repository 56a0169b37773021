"""The faces, one per game and named like it, and the few cogs that all games share."""
