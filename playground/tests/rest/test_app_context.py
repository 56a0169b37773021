from discord_playground import Playground


def test_all_services_share_one_world_and_one_gateway():
    stage = Playground(port=0).stage
    assert stage.gateway.world is stage.post.world is stage.interactions.world is stage.world
    assert stage.post.gateway is stage.interactions.gateway is stage.gateway
    assert stage.post.phones.world is stage.world


def test_two_playgrounds_share_nothing():
    one, other = Playground(port=0).stage, Playground(port=0).stage
    for part in ("world", "gateway", "post", "interactions", "rates", "faults", "log"):
        assert getattr(one, part) is not getattr(other, part), part
    one.complaints.append("a body that is none")
    assert other.complaints == []
