"""Clocks, the agenda, time zones, sleeping hours and deadlines."""
