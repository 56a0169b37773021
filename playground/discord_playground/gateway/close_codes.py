"""Discord's gateway close codes with their texts, and the checks of intents and shards.

Source: topics/opcodes-and-status-codes, "Gateway Close Event Codes".
"""

CLOSE_REASONS = {
    4000: "Unknown error.",
    4001: "Unknown opcode.",
    4002: "Error while decoding payload.",
    4003: "Not authenticated.",
    4004: "Authentication failed.",
    4005: "Already authenticated.",
    4007: "Invalid seq.",
    4008: "Rate limited.",
    4009: "Session timed out.",
    4010: "Invalid shard.",
    4012: "Invalid API version.",
    4013: "Invalid intent(s).",
    4014: "Disallowed intent(s).",
}

# --- intents ---

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
MEMBERS, PRESENCES, MESSAGE_CONTENT = 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT
KNOWN = (1 << 17) - 1 | 1 << 20 | 1 << 21 | 1 << 24 | 1 << 25


def wrong_intents(given: object, approved: int) -> int | None:
    """Return close code 4013 for unknown intents, 4014 for unapproved ones, else None."""
    if isinstance(given, bool) or not isinstance(given, int) or given < 0 or given & ~KNOWN:
        return 4013
    return 4014 if given & PRIVILEGED & ~approved else None


def wrong_shard(given: object) -> int | None:
    """Return close code 4010 unless the shard is None or two integers `[number, total]`."""
    match given:
        case None:
            return None
        case [int() as number, int() as of] if 0 <= number < of:
            return None
        case _:
            return 4010
