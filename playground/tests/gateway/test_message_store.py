import pytest
from discord_playground.checks.message_limits import Upload
from discord_playground.gateway.gateway import Gateway
from discord_playground.gateway.message_store import NONCE_KEPT, MessageStore
from discord_playground.world.world import EPHEMERAL, LOADING, PRIVATE_THREAD, V2, Message, World

from playground.tests.callers import INTENTS, Json, menu, panel, row, text
from playground.tests.quiet import Ear, named, place, thread_in

SUPPRESS_EMBEDS = 1 << 2
CONTENT = 1 << 15
MESSAGES, DMS = 1 << 9, 1 << 12


@pytest.fixture
def bot(world: World, gateway: Gateway) -> Ear:
    return Ear(gateway, world.bot_id)


@pytest.fixture
def ann(world: World, gateway: Gateway) -> Ear:
    return Ear(gateway, named(world, "Ann").id)


@pytest.fixture
def ben(world: World, gateway: Gateway) -> Ear:
    return Ear(gateway, named(world, "Ben").id)


def file(name: str = "map.png", key: int = 0, content: bytes = b"x") -> Upload:
    return Upload(key, name, "application/octet-stream", content)


def pinged(message: Message) -> list[str]:
    return [mention["username"] for mention in message.json["mentions"]]


def test_everybody_who_sees_the_channel_gets_the_message_with_its_author(
    world: World, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
):
    message = post.write(place(world), world.bot_id, {"content": "ahoy"})
    for ear in (bot, ann, ben):
        ((event, data),) = ear.heard
        assert (event, data["id"], data["content"]) == ("MESSAGE_CREATE", message.id, "ahoy")
        assert data["guild_id"] == world.guild_id
        assert data["member"]["roles"] == [world.role_id]
        assert "user" not in data["member"]  # the author is in the message already
    assert "member" not in message.json  # same as REST


def test_ephemeral_message_events_are_private(
    world: World, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
):
    her = ann.session.owner
    message = post.write(place(world), world.bot_id, {"content": "psst"}, only_for=her)
    assert message.flags == EPHEMERAL
    post.edit(message, {"content": "psst!"})
    post.delete(message)
    assert ann.events == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"]
    assert ben.heard == []


def test_the_bot_gets_events_of_its_own_ephemeral_messages_as_if_they_were_dms(
    world: World, gateway: Gateway, post: MessageStore, bot: Ear, ann: Ear
):
    """A bot that takes every message without a server for a DM would answer itself."""
    channels = Ear(gateway, world.bot_id, INTENTS & ~DMS)
    place(world).overrides["view_channel"] = False
    message = post.write(place(world), world.bot_id, {"content": "x"}, only_for=ann.session.owner)
    post.edit(message, {"content": "y"})
    post.delete(message)
    (_, made), (_, edited), (_, gone) = bot.heard
    assert bot.events == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"]
    assert [data["content"] for data in (made, edited)] == ["x", "y"]
    assert made["author"]["bot"]
    assert gone == {"id": message.id, "channel_id": place(world).id}
    assert not {"guild_id", "member"} & (made.keys() | edited.keys())
    assert channels.heard == [], "they are no messages of the server"


def test_events_of_ephemeral_messages_go_to_shard_zero(
    world: World, gateway: Gateway, post: MessageStore, ann: Ear
):
    zero, one = (Ear(gateway, world.bot_id, shard=(number, 2)) for number in (0, 1))
    post.write(place(world), world.bot_id, {"content": "x"}, only_for=ann.session.owner)
    assert (zero.events, one.events) == (["MESSAGE_CREATE"], [])


def test_an_edit_keeps_an_ephemeral_message_dismissed(world: World, post: MessageStore, ann: Ear):
    message = post.write(
        place(world), world.bot_id, {"content": "psst"}, only_for=ann.session.owner
    )
    message.hidden = True
    post.edit(message, {"content": "psst!"})
    assert ann.events == ["MESSAGE_CREATE"]
    assert message.json["content"] == "psst!"


def test_hidden_channels_send_the_bot_nothing(
    world: World, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
):
    her, him = ann.session.owner, ben.session.owner
    between, _ = world.dm(her, him)
    hush = thread_in(world, place(world), PRIVATE_THREAD, members=[her])
    place(world, "parlor").overrides["view_channel"] = False
    for there in (between, hush, place(world, "parlor")):
        said = post.write(there, her, {"content": f"<@{world.bot_id}>"})
        post.edit(said, {"content": "x"})
        post.delete(said)
    assert bot.heard == []
    assert len(ann.heard) == 9
    assert len(ben.heard) == 6  # all events but the thread's


def test_direct_messages_need_their_own_intent(
    world: World, gateway: Gateway, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
):
    channels, directs = (Ear(gateway, world.bot_id, intents) for intents in (INTENTS & ~DMS, DMS))
    there, _ = world.dm(world.bot_id, ann.session.owner)
    said = post.write(there, ann.session.owner, {"content": "ahoy"})
    assert channels.heard == ben.heard == []
    ((_, data),) = directs.heard
    assert data["content"] == "ahoy"  # the bot can read its DMs
    assert not {"guild_id", "member"} & data.keys()
    post.delete(said)
    assert directs.heard[-1] == ("MESSAGE_DELETE", {"id": said.id, "channel_id": there.id})
    assert bot.events == ["MESSAGE_CREATE", "MESSAGE_DELETE"]


def test_without_the_content_intent_content_embeds_and_components_are_blank(
    world: World, gateway: Gateway, post: MessageStore, bot: Ear, ann: Ear
):
    reader = Ear(gateway, world.bot_id, INTENTS | CONTENT)
    body: Json = {"content": "x", "embeds": [{"title": "x"}], "components": [row(menu("a"))]}
    said = post.write(place(world), ann.session.owner, body, [file()])
    hidden = ("content", "embeds", "attachments", "components")
    assert [bot.heard[0][1][key] for key in hidden] == ["", [], [], []]
    for key in ("content", "embeds", "components"):
        assert reader.heard[0][1][key] == said.json[key] != [], key
    assert reader.heard[0][1]["attachments"][0]["id"] == said.json["attachments"][0]["id"]
    post.edit(said, {"content": f"<@{world.bot_id}>"})
    assert bot.heard[1][1]["content"] == said.json["content"]  # the message mentions the bot
    own = post.write(place(world), world.bot_id, {"content": "mine"})
    assert bot.heard[2][1]["content"] == own.json["content"] == "mine"


def test_messages_in_a_thread_are_counted(world: World, post: MessageStore):
    inside = thread_in(world, place(world))
    said = [post.write(inside, world.bot_id, {"content": "x"}) for _ in range(3)]
    assert [message.json["position"] for message in said] == [0, 1, 2]
    assert "position" not in post.write(place(world), world.bot_id, {"content": "x"}).json
    answer = post.write(place(world), world.bot_id, {}, more={"interaction_metadata": {}})
    assert answer.json["position"] == 0


def test_events_say_what_is_known_of_mentioned_members(world: World, post: MessageStore, bot: Ear):
    ben = named(world, "Ben")
    ben.nick = "Captain"
    said = post.write(place(world), world.bot_id, {"content": f"<@{ben.id}>"})
    assert "member" not in said.json["mentions"][0]
    assert bot.heard[0][1]["mentions"][0]["member"]["nick"] == "Captain"


def test_an_edit_changes_only_the_fields_it_contains(world: World, post: MessageStore, bot: Ear):
    body: Json = {"content": "x", "embeds": [{"title": "x"}], "components": [row(menu("a"))]}
    message = post.write(place(world), world.bot_id, body, [file()])
    assert message.json["edited_timestamp"] is None
    before = dict(message.json)
    world.offset += 60
    post.edit(message, {"content": "y"})
    assert message.json == before | {
        "content": "y",
        "edited_timestamp": message.json["edited_timestamp"],
    }
    assert message.json["edited_timestamp"] > before["timestamp"]
    post.edit(message, {"content": None, "embeds": [], "components": None, "attachments": []})
    assert message.json["content"] == ""
    assert message.json["embeds"] == message.json["components"] == []
    assert message.json["attachments"] == []
    assert bot.events == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_UPDATE"]


def test_an_edit_cannot_remove_the_components_flag(world: World, post: MessageStore):
    message = post.write(place(world), world.bot_id, {"content": "x", "flags": SUPPRESS_EMBEDS})
    post.edit(message, {"content": None, **panel(text("x"))})
    assert message.flags == V2
    post.edit(message, {"flags": SUPPRESS_EMBEDS})
    assert message.flags == V2 | SUPPRESS_EMBEDS
    post.edit(message, {"components": [text("y")]})  # without flags
    assert message.flags == V2 | SUPPRESS_EMBEDS
    post.edit(message, {"flags": 0})
    assert message.flags == V2


def test_filling_a_deferral_does_not_mark_the_message_as_edited(world: World, post: MessageStore):
    message = post.write(place(world), world.bot_id, {}, loading=True)
    assert message.flags == LOADING
    post.edit(message, {"content": "done"})
    assert (message.flags, message.json["edited_timestamp"]) == (0, None)
    post.edit(message, {"content": "done!"})
    assert message.json["edited_timestamp"] is not None


def test_a_message_ignores_flags_that_bots_cannot_set(world: World, post: MessageStore):
    body = {"content": "x", "flags": EPHEMERAL | LOADING | SUPPRESS_EMBEDS}
    assert post.write(place(world), world.bot_id, body).flags == SUPPRESS_EMBEDS


def test_a_person_named_twice_is_pinged_once_and_unknown_never(world: World, post: MessageStore):
    ben = named(world, "Ben").id
    words = f"<@{ben}> <@!{ben}> <@1>"
    assert pinged(post.write(place(world), world.bot_id, {"content": words})) == ["ben"]
    deep = panel(text("x"), {"type": 9, "components": [text(words)], "accessory": menu("a")})
    assert pinged(post.write(place(world), world.bot_id, deep)) == ["ben"]


@pytest.mark.parametrize(
    ("allowed", "called"),
    [
        (None, ["ben"]),
        ({}, []),
        ({"parse": []}, []),
        ({"parse": ["users"]}, ["ben"]),
        ({"parse": ["roles", "everyone"]}, []),
        ({"users": []}, []),
        ({"users": ["1"]}, []),
    ],
    ids=str,
)
def test_allowed_mentions_limit_pings(
    world: World, post: MessageStore, allowed: Json | None, called: list[str]
):
    body = {"content": f"<@{named(world, 'Ben').id}>", "allowed_mentions": allowed}
    assert pinged(post.write(place(world), world.bot_id, body)) == called


def test_allowed_users_without_a_mention_are_not_pinged(world: World, post: MessageStore):
    ann, ben = named(world, "Ann").id, named(world, "Ben").id
    body = {"content": f"<@{ben}>", "allowed_mentions": {"users": [ann]}}
    assert pinged(post.write(place(world), world.bot_id, body)) == []


def test_a_reply_pings_unless_it_says_otherwise(world: World, post: MessageStore):
    hers = post.write(place(world), named(world, "Ann").id, {"content": "hello"})
    more: Json = {"referenced_message": hers.json}

    def called(allowed: Json | None) -> list[str]:
        body = {"content": f"hi <@{hers.author_id}>", "allowed_mentions": allowed}
        return pinged(post.write(place(world), world.bot_id, body, more=dict(more)))

    assert called(None) == ["ann"]  # once, though her name is mentioned too
    assert called({"parse": []}) == []
    assert called({"parse": [], "replied_user": True}) == ["ann"]


def test_everyone_pings_need_the_permission_and_a_channel(world: World, post: MessageStore):
    games, bot = place(world), world.bot_id
    body: Json = {"content": "@everyone, cast off"}
    assert not post.write(games, bot, body).json["mention_everyone"]
    games.overrides["mention_everyone"] = True
    assert post.write(games, bot, body).json["mention_everyone"]
    assert post.write(games, bot, {"content": "@here"}).json["mention_everyone"]
    assert not post.write(games, bot, {"content": "@everyones"}).json["mention_everyone"]
    quiet: Json = body | {"allowed_mentions": {"parse": ["users"]}}
    assert not post.write(games, bot, quiet).json["mention_everyone"]
    answer: Json = {"interaction_metadata": {"id": "1"}}
    assert not post.write(games, bot, body, more=answer).json["mention_everyone"]
    assert not post.write(games, named(world, "Ben").id, body).json["mention_everyone"]


def test_system_messages_ping_only_the_person_concerned(world: World, post: MessageStore):
    ann, ben = (named(world, name).id for name in ("Ann", "Ben"))
    post.announce(place(world), world.bot_id, 6, f"<@{ann}>", {})
    post.announce(
        place(world), world.bot_id, 1, f"<@{ann}>", {"mentions": [{"username": "ben", "id": ben}]}
    )
    pin, added = world.messages[place(world).id].values()
    assert (pin.json["type"], pinged(pin)) == (6, [])
    assert (added.json["type"], pinged(added)) == (1, ["ben"])
    assert not post.phones.pushes  # phones notify of ordinary messages only


def test_a_file_gets_a_safe_name_and_a_url(world: World, post: MessageStore):
    games = place(world)
    note: Json = {"id": "1", "filename": "../a map?.png", "description": "The coast"}
    files = [file("b.txt", 0, b"one"), file("b", 1, b"two"), file("", 2, b"")]
    message = post.write(games, world.bot_id, {"attachments": [note]}, files)
    made = message.json["attachments"]
    assert [item["filename"] for item in made] == ["b.txt", ".._a_map_.png", "unknown"]
    kinds = [item["content_type"] for item in made[:2]]
    assert kinds == ["text/plain; charset=utf-8", "image/png"]
    assert [item["size"] for item in made] == [3, 3, 0]
    assert made[1]["description"] == "The coast"
    assert "description" not in made[0]
    for item in made:
        path = f"/attachments/{games.id}/{item['id']}/{item['filename']}"
        assert (item["url"], item["proxy_url"]) == (
            f"http://here{path}",
            f"http://here/media{path}",
        )
    assert world.files[made[1]["id"]] == ("image/png", b"two")


def test_an_edit_keeps_listed_files_and_adds_new_ones(world: World, post: MessageStore):
    message = post.write(place(world), world.bot_id, {}, [file("a.png"), file("b.png", 1)])
    first, second = message.json["attachments"]
    post.edit(message, {"content": "x"})
    assert message.json["attachments"] == [first, second]
    listed = [{"id": second["id"], "description": "the second"}, {"id": "0"}]
    post.edit(message, {"attachments": listed}, [file("c.png")])
    assert [attachment["filename"] for attachment in message.json["attachments"]] == [
        "b.png",
        "c.png",
    ]
    assert message.json["attachments"][0] == second | {"description": "the second"}
    assert first["id"] not in world.files
    assert len(world.files) == 2
    post.edit(message, {}, [file("d.png")])  # without a list all old files stay
    assert len(message.json["attachments"]) == 3
    post.delete(message)
    assert not world.files


def test_a_nonce_belongs_to_an_author_and_a_channel(world: World, post: MessageStore):
    games, parlor, bot, ben = (
        *(place(world), place(world, "parlor")),
        *(world.bot_id, named(world, "Ben").id),
    )
    said = post.write(games, bot, {"content": "x", "nonce": 7})
    assert said.json["nonce"] == 7
    assert post.same_nonce(games, bot, 7) is post.same_nonce(games, bot, "7") is said
    assert post.same_nonce(parlor, bot, 7) is None
    assert post.same_nonce(games, ben, 7) is None
    assert post.same_nonce(games, bot, 8) is None
    world.offset += NONCE_KEPT + 1
    assert post.same_nonce(games, bot, 7) is None


def test_the_nonce_of_a_deleted_message_finds_nothing(world: World, post: MessageStore):
    said = post.write(place(world), world.bot_id, {"content": "x", "nonce": "n"})
    post.delete(said)
    assert post.same_nonce(place(world), world.bot_id, "n") is None
