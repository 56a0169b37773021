"""Luck: fixed by its secret, fair and reproducible; and the tape of the tests."""

import base64
import hashlib
import hmac
from collections import Counter

import pytest

from games.chance import Chance, fixed_by, seal, short_form

SECRET = bytes(range(32))


def luck(rev: int = 1) -> Chance:
    return Chance.of(SECRET, 1234567890123456789, rev)


def test_numbers_come_from_hmac_by_rejection() -> None:
    """Compute the stream by hand, as another program would to deal a table again."""
    labels = [f"1234567890123456789:1:{count}".encode() for count in range(8)]
    drawn_bytes = b"".join(hmac.digest(SECRET, label, "sha256") for label in labels)
    dice = [byte % 6 + 1 for byte in drawn_bytes if byte < 252]
    assert len(dice) < len(drawn_bytes), "no byte is rejected here"
    drawn = luck()
    assert [drawn.die() for _ in dice] == dice


def test_large_numbers_take_as_many_bytes_as_they_need() -> None:
    block = hmac.digest(SECRET, b"1234567890123456789:1:0", "sha256")
    assert luck().below(70_000) == int.from_bytes(block[:3], "big") % 70_000


def test_shuffle_draws_the_same_numbers_as_below() -> None:
    """`shuffled` inlines the draws for speed, and must give the same order as before."""
    for size in (0, 1, 2, 40, 54, 255, 256, 300):
        for rev in range(40):
            cards, by_hand = list(range(size)), luck(rev)
            for i in range(size - 1, 0, -1):
                j = by_hand.below(i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            shuffled = luck(rev)
            assert shuffled.shuffled(range(size)) == tuple(cards)
            assert shuffled.below(1000) == by_hand.below(1000), "it drew more or less than that"


def test_every_move_and_every_message_has_its_own_stream() -> None:
    streams = {
        Chance.of(SECRET, mixed, rev).shuffled(range(52)) for mixed in (1, 2) for rev in (1, 2)
    }
    assert len(streams) == 4
    assert luck(3).shuffled(range(52)) == luck(3).shuffled(range(52))


def test_no_side_of_a_die_is_favoured() -> None:
    drawn = luck()
    counts = Counter(drawn.die() for _ in range(60_000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert max(counts.values()) - min(counts.values()) < 700


def test_below_zero_raises() -> None:
    with pytest.raises(ValueError, match="below 0"):
        luck().below(0)


def test_the_seal_is_the_hash_of_the_secret() -> None:
    assert seal(SECRET) == hashlib.sha256(SECRET).hexdigest()


# --- the tape ---


def test_tape_returns_its_values() -> None:
    tape = Chance.tape([3, 6, (2, 1, 3)])
    assert (tape.below(4), tape.die(), tape.shuffled([1, 2, 3])) == (3, 6, (2, 1, 3))


@pytest.mark.parametrize(
    ("values", "draw"),
    [
        ([], lambda tape: tape.die()),
        ([7], lambda tape: tape.die()),
        ([4], lambda tape: tape.below(4)),
        (["ace"], lambda tape: tape.below(4)),
        ([(1, 2)], lambda tape: tape.shuffled([1, 3])),
    ],
)
def test_tape_with_impossible_values_raises(values, draw) -> None:
    with pytest.raises(AssertionError):
        draw(Chance.tape(values))


def test_streams_depend_on_the_mixed_value_and_the_message_id() -> None:
    text = b"Downeast, deal 3\nmixed: " + b"ab" * 32 + b"\nmessage: 950\n"
    assert fixed_by("ab" * 32, 950) == hashlib.sha256(text).hexdigest()


def test_short_form_of_a_hash_has_43_letters() -> None:
    for byte in (b"\0", b"\xfb", b"\xff"):
        shown = short_form((byte * 32).hex())
        assert len(shown) == 43
        assert base64.urlsafe_b64decode(shown + "=") == byte * 32
