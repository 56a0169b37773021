import pytest

from tests.bot.house import House


@pytest.fixture
def house(idle_house: House) -> House:
    return idle_house
