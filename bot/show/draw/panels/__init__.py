"""The panels of a table: board, hand, practice and poster."""
