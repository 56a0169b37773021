"""What the outside learns of the running bot: its health, its metrics and its log.

Nothing in here knows Discord, the tables or the database. It knows what it's handed and told.
"""
