"""`/settings` is a command, in servers and in DMs."""

from cogs.settings import PersonSettings


def test_settings_is_one_command_that_works_everywhere():
    [command] = PersonSettings.__cog_app_commands__
    assert command.name == "settings"
    assert not command.guild_only
