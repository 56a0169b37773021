"""Receives all input from Discord (presses, forms, commands, typed lines) and answers it."""
