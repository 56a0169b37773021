"""What keeps the file itself in order: its lock, backups, what is deleted and when."""
