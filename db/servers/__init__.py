"""What is stored about Discord servers."""
