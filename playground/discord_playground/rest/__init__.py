"""The HTTP endpoints for the bot, for people and for the playground's own page."""
