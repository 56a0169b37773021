"""The bot: passes moves from Discord to the rules, stores them and shows the results."""
