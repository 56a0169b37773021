"""The experiments in the order in which they run."""

from discord_playground.rehearsal.experiments import (
    button_presses,
    dms,
    emojis,
    ephemeral,
    files,
    forms,
    old_messages,
    phone,
    private_picture,
    reconnect,
    texts,
    thread_states,
    withdrawn_permission,
)
from discord_playground.rehearsal.experiments.experiment import Experiment

EXPERIMENTS: tuple[Experiment, ...] = (
    button_presses.EXPERIMENT,
    ephemeral.EXPERIMENT,
    *forms.EXPERIMENTS,
    texts.EXPERIMENT,
    files.EXPERIMENT,
    private_picture.EXPERIMENT,
    emojis.EXPERIMENT,
    *thread_states.EXPERIMENTS,
    phone.EXPERIMENT,
    dms.EXPERIMENT,
    dms.CLOSED,
    withdrawn_permission.EXPERIMENT,
    reconnect.EXPERIMENT,
    old_messages.EXPERIMENT,
)

NOT_TRIED = {  # guesses that a rehearsal can't try, and why
    "resume-kept-five-minutes": "it takes too long",
    "heartbeat-missed": "it takes too long",
    "nonce-three-minutes": "it takes too long",
    "dm-open-limit": "it can cost the bot the right to open DMs",
    "user-deleted": "it needs a deleted account",
}
