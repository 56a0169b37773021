"""What one person reads beyond a single table: notices, settings, tables that wait."""
