"""What those commands find out about the database, its backups and Discord."""
