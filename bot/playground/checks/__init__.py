"""How Discord says no: limits, rates, forms that are wrong, and trouble on request."""
