"""What panels are made of: texts, buttons, menus, forms and small pictures."""
