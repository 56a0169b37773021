"""The Discord faces, one folder per game, and the few cogs that all games share."""
