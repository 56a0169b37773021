"""What is asked over HTTP: by the bot, by people, and by the playground's own page."""
