"""Tables in memory, and what each reader may see of them."""
