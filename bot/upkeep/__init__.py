"""Commands for the person who hosts the bot, and what it does every night by itself."""
