"""A person's name in the log says who is the same, and not who it is."""

import subprocess
import sys
from pathlib import Path

from bot.observe.pseudonyms import pseudonym

ROOT = Path(__file__).parents[3]
PRINT = "from bot.observe.pseudonyms import pseudonym; print(pseudonym(80351110224678912))"


def test_the_same_person_has_the_same_name_and_others_have_another():
    people = range(80351110224678912, 80351110224679912)
    assert [pseudonym(person) for person in people] == [pseudonym(person) for person in people]
    assert len({pseudonym(person) for person in people}) == len(people)
    assert len(pseudonym(1)) == 10


def test_no_other_process_gives_the_same_name():
    """Otherwise somebody with a list of ids could find out who is who."""
    other = subprocess.check_output([sys.executable, "-c", PRINT], cwd=ROOT, text=True).strip()
    assert len(other) == 10
    assert other != pseudonym(80351110224678912)
