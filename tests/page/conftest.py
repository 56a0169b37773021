"""Use the e2e fixture `no_sweeping`, because these tests run the real client too."""

from tests.e2e.conftest import no_sweeping

__all__ = ["no_sweeping"]
