"""What the bot does every night by itself."""
