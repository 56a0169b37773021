"""A face made from the types of a game alone, of which an author replaces any part."""

from bot.ui.plain.plain_face import PlainFace as PlainFace
from bot.ui.plain.plain_text import Says as Says
from bot.ui.plain.plain_ways import always as always
from bot.ui.plain.plain_ways import order_way as order_way
from bot.ui.plain.plain_ways import way as way
