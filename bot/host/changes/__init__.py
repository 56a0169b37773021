"""Changes of tables: each is computed, checked and committed here."""
