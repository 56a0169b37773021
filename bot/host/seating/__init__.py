"""The seats of a table: people, house players, stand-ins and those who follow them."""
