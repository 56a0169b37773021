"""Only what can be an id of Discord is taken as one."""

import argparse

import pytest

from bot.upkeep.commands.person_id import add_person


def test_ids_are_read_and_nothing_else_is():
    parser = argparse.ArgumentParser()
    add_person(parser)
    assert parser.parse_args(["123456789012345678"]).person == 123456789012345678
    for wrong in ("0", "-5", "ann", "12a", "٣", str(2**63)):
        with pytest.raises(SystemExit):
            parser.parse_args(["--", wrong])
