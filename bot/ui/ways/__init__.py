"""How a face declares its moves once, and what is offered and read because of that."""
