"""Sends messages and answers interactions through discord.py, within its rate limits."""
