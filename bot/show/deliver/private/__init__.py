"""What one person reads: hands, panels and notices."""
