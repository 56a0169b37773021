"""Clocks, time zones, sleeping hours and deadlines."""
