"""What is stored about people, and how they are forgotten."""
