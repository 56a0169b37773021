"""These tests play through the real client as well."""

from tests.e2e.conftest import no_sweeping

__all__ = ["no_sweeping"]
