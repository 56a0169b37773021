"""All input from Discord (presses, forms, commands, typed lines) and the code that answers it."""
