"""Messages are written, edited and deleted, and everybody is told who may see them, and no more."""

import pytest

from bot.playground.checks.message_limits import Upload
from bot.playground.gateway.gateway import Gateway
from bot.playground.gateway.message_store import NONCE_KEPT, MessageStore
from bot.playground.world.world import EPHEMERAL, LOADING, PRIVATE_THREAD, V2, Message, World
from tests.bot.playground.callers import INTENTS, Json, menu, panel, row, text
from tests.bot.playground.quiet import Ear, named, place, thread_in

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


def test_everybody_who_sees_the_channel_is_told_with_who_it_is_by(
    world: World, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
) -> None:
    message = post.write(place(world), world.bot_id, {"content": "ahoy"})
    for ear in (bot, ann, ben):
        ((event, data),) = ear.heard
        assert (event, data["id"], data["content"]) == ("MESSAGE_CREATE", message.id, "ahoy")
        assert data["guild_id"] == world.guild_id
        assert data["member"]["roles"] == [world.role_id]
        assert "user" not in data["member"]  # it is the author, who is there already
    assert "member" not in message.json  # as REST answers it


def test_what_one_person_sees_is_told_to_nobody_else_and_not_to_the_bot(
    world: World, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
) -> None:
    her = ann.session.owner
    message = post.write(place(world), world.bot_id, {"content": "psst"}, only_for=her)
    assert message.flags == EPHEMERAL
    post.edit(message, {"content": "psst!"})
    post.delete(message)
    assert ann.events == ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"]
    assert bot.heard == ben.heard == []


def test_what_was_dismissed_is_not_shown_again_by_an_edit(
    world: World, post: MessageStore, ann: Ear
) -> None:
    message = post.write(
        place(world), world.bot_id, {"content": "psst"}, only_for=ann.session.owner
    )
    message.hidden = True
    post.edit(message, {"content": "psst!"})
    assert ann.events == ["MESSAGE_CREATE"]
    assert message.json["content"] == "psst!"


def test_the_bot_is_not_told_of_places_that_it_does_not_see(
    world: World, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
) -> None:
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
    assert len(ben.heard) == 6  # all but the thread


def test_direct_messages_take_their_own_intent(
    world: World, gateway: Gateway, post: MessageStore, bot: Ear, ann: Ear, ben: Ear
) -> None:
    channels, directs = (Ear(gateway, world.bot_id, intents) for intents in (INTENTS & ~DMS, DMS))
    there, _ = world.dm(world.bot_id, ann.session.owner)
    said = post.write(there, ann.session.owner, {"content": "ahoy"})
    assert channels.heard == ben.heard == []
    ((_, data),) = directs.heard
    assert data["content"] == "ahoy"  # no secret between the two of them
    assert not {"guild_id", "member"} & data.keys()
    post.delete(said)
    assert directs.heard[-1] == ("MESSAGE_DELETE", {"id": said.id, "channel_id": there.id})
    assert bot.events == ["MESSAGE_CREATE", "MESSAGE_DELETE"]


def test_without_the_content_intent_all_that_strangers_say_is_blank(
    world: World, gateway: Gateway, post: MessageStore, bot: Ear, ann: Ear
) -> None:
    reader = Ear(gateway, world.bot_id, INTENTS | CONTENT)
    body: Json = {"content": "x", "embeds": [{"title": "x"}], "components": [row(menu("a"))]}
    said = post.write(place(world), ann.session.owner, body, [file()])
    hidden = ("content", "embeds", "attachments", "components")
    assert [bot.heard[0][1][key] for key in hidden] == ["", [], [], []]
    assert [reader.heard[0][1][key] for key in hidden] == [said.json[key] for key in hidden]
    post.edit(said, {"content": f"<@{world.bot_id}>"})
    assert bot.heard[1][1]["content"] == said.json["content"]  # it is spoken to
    own = post.write(place(world), world.bot_id, {"content": "mine"})
    assert bot.heard[2][1]["content"] == own.json["content"] == "mine"


def test_an_edit_changes_what_it_names_and_leaves_the_rest(
    world: World, post: MessageStore, bot: Ear
) -> None:
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


def test_a_message_of_components_stays_one_while_its_embeds_can_be_shown_again(
    world: World, post: MessageStore
) -> None:
    message = post.write(place(world), world.bot_id, {"content": "x", "flags": SUPPRESS_EMBEDS})
    post.edit(message, {"content": None, **panel(text("x"))})
    assert message.flags == V2
    post.edit(message, {"flags": SUPPRESS_EMBEDS})
    assert message.flags == V2 | SUPPRESS_EMBEDS
    post.edit(message, {"components": [text("y")]})  # says nothing of flags
    assert message.flags == V2 | SUPPRESS_EMBEDS
    post.edit(message, {"flags": 0})
    assert message.flags == V2


def test_filling_a_deferral_is_no_edit_and_the_next_one_is(
    world: World, post: MessageStore
) -> None:
    message = post.write(place(world), world.bot_id, {}, loading=True)
    assert message.flags == LOADING
    post.edit(message, {"content": "done"})
    assert (message.flags, message.json["edited_timestamp"]) == (0, None)
    post.edit(message, {"content": "done!"})
    assert message.json["edited_timestamp"] is not None


def test_flags_that_are_not_for_bots_to_set_are_not_set(world: World, post: MessageStore) -> None:
    body = {"content": "x", "flags": EPHEMERAL | LOADING | SUPPRESS_EMBEDS}
    assert post.write(place(world), world.bot_id, body).flags == SUPPRESS_EMBEDS


def test_somebody_named_twice_is_pinged_once_and_nobody_unknown_at_all(
    world: World, post: MessageStore
) -> None:
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
def test_what_allowed_mentions_does_not_allow_pings_nobody(
    world: World, post: MessageStore, allowed: Json | None, called: list[str]
) -> None:
    body = {"content": f"<@{named(world, 'Ben').id}>", "allowed_mentions": allowed}
    assert pinged(post.write(place(world), world.bot_id, body)) == called


def test_who_is_named_but_not_written_to_is_not_pinged(world: World, post: MessageStore) -> None:
    ann, ben = named(world, "Ann").id, named(world, "Ben").id
    body = {"content": f"<@{ben}>", "allowed_mentions": {"users": [ann]}}
    assert pinged(post.write(place(world), world.bot_id, body)) == []


def test_a_reply_pings_unless_it_says_otherwise(world: World, post: MessageStore) -> None:
    hers = post.write(place(world), named(world, "Ann").id, {"content": "hello"})
    more: Json = {"referenced_message": hers.json}

    def called(allowed: Json | None) -> list[str]:
        body = {"content": f"hi <@{hers.author_id}>", "allowed_mentions": allowed}
        return pinged(post.write(place(world), world.bot_id, body, more=dict(more)))

    assert called(None) == ["ann"]  # once, though she is named as well
    assert called({"parse": []}) == []
    assert called({"parse": [], "replied_user": True}) == ["ann"]


def test_everybody_is_called_only_by_who_may_in_a_channel_and_not_in_an_answer(
    world: World, post: MessageStore
) -> None:
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


def test_what_the_system_writes_pings_nobody_but_whom_it_is_about(
    world: World, post: MessageStore
) -> None:
    ann, ben = (named(world, name).id for name in ("Ann", "Ben"))
    post.announce(place(world), world.bot_id, 6, f"<@{ann}>", {})
    post.announce(
        place(world), world.bot_id, 1, f"<@{ann}>", {"mentions": [{"username": "ben", "id": ben}]}
    )
    pin, added = world.messages[place(world).id].values()
    assert (pin.json["type"], pinged(pin)) == (6, [])
    assert (added.json["type"], pinged(added)) == (1, ["ben"])
    assert not post.phones.pushes  # phones show what was said, and no more


def test_a_file_is_called_what_it_may_be_called_and_has_an_address(
    world: World, post: MessageStore
) -> None:
    games = place(world)
    note: Json = {"id": "1", "filename": "../a map?.png", "description": "The coast"}
    files = [file("b.txt", 0, b"one"), file("b", 1, b"two"), file("", 2, b"")]
    message = post.write(games, world.bot_id, {"attachments": [note]}, files)
    made = message.json["attachments"]
    assert [item["filename"] for item in made] == ["b.txt", ".._a_map_.png", "unknown"]
    assert [item["content_type"] for item in made[:2]] == ["text/plain", "image/png"]
    assert [item["size"] for item in made] == [3, 3, 0]
    assert made[1]["description"] == "The coast"
    assert "description" not in made[0]
    for item in made:
        assert item["url"] == f"http://here/attachments/{games.id}/{item['id']}/{item['filename']}"
    assert world.files[made[1]["id"]] == ("image/png", b"two")


def test_an_edit_keeps_the_files_that_it_lists_and_adds_its_own(
    world: World, post: MessageStore
) -> None:
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
    post.edit(message, {}, [file("d.png")])  # without a list, all that were there stay
    assert len(message.json["attachments"]) == 3
    post.delete(message)
    assert not world.files


def test_a_nonce_is_somebodys_in_one_channel(world: World, post: MessageStore) -> None:
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


def test_a_nonce_of_a_message_that_was_deleted_brings_nothing_back(
    world: World, post: MessageStore
) -> None:
    said = post.write(place(world), world.bot_id, {"content": "x", "nonce": "n"})
    post.delete(said)
    assert post.same_nonce(place(world), world.bot_id, "n") is None
