"""The commands that an operator runs beside the bot."""
