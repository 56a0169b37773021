"""Checks that refuse requests as Discord does: body limits, rate limits, and faults on demand."""
