"""The house: takes moves from Discord to the rules, keeps them, and shows where they led."""
