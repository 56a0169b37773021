"""Deals on Discord: the language in which they are typed, forms, and drafts."""
