"""Keeps every message up to date: what is out of date, queues, notices and pictures."""
