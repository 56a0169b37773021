"""The ways in: presses, forms, commands and typed lines, and what answers them."""
