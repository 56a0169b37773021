from bot.host.time.discord_ids import lowest_id_at


def test_an_id_holds_its_milliseconds():
    assert lowest_id_at(1462015105.796) <= 175928847299117063 < lowest_id_at(1462015105.797)
    assert lowest_id_at(0.0) == 0
