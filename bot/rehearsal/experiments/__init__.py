"""The experiments in the order in which they run."""

from bot.rehearsal.experiments import (
    dms,
    emojis,
    ephemeral,
    files,
    forms,
    old_messages,
    permissions,
    phone,
    presses,
    reconnect,
    texts,
    threads,
)
from bot.rehearsal.experiments.experiment import Experiment

EXPERIMENTS: tuple[Experiment, ...] = (
    presses.EXPERIMENT,
    ephemeral.EXPERIMENT,
    *forms.EXPERIMENTS,
    texts.EXPERIMENT,
    files.EXPERIMENT,
    emojis.EXPERIMENT,
    *threads.EXPERIMENTS,
    phone.EXPERIMENT,
    dms.EXPERIMENT,
    dms.CLOSED,
    permissions.EXPERIMENT,
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
