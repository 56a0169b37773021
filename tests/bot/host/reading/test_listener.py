"""What the services report has somebody to hear it."""

from inspect import getmembers, isfunction

from bot.host.reading.listener import Listener
from bot.services import Services


def test_the_services_of_the_bot_hear_every_report():
    unheard = [
        name
        for name, method in getmembers(Listener, isfunction)
        if getattr(Services, name) is method
    ]
    assert unheard == []
