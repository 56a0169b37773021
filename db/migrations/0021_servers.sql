-- What the moderators of a server have chosen: the channels and the games, separated by spaces (none:
-- all of them), the role that opens tables (NULL: everybody), and how many tables there may be.
CREATE TABLE servers (
    guild       INTEGER PRIMARY KEY,
    name        TEXT    NOT NULL,
    channels    TEXT    NOT NULL,
    games       TEXT    NOT NULL,
    opener_role INTEGER,
    most_tables INTEGER
) STRICT;
-- The people whom moderators have blocked from the tables of a server.
CREATE TABLE blocks (
    guild  INTEGER NOT NULL,
    person INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;
-- What moderators have done on a server: to a person, at a table, or to its settings.
CREATE TABLE moderation (
    id        INTEGER PRIMARY KEY,
    guild     INTEGER NOT NULL,
    moderator INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    person    INTEGER,
    table_id  INTEGER REFERENCES tables (id) ON DELETE CASCADE,
    detail    TEXT    NOT NULL,
    at        REAL    NOT NULL
) STRICT;
CREATE INDEX moderation_by_guild ON moderation (guild, id);
CREATE INDEX moderation_by_table ON moderation (table_id) WHERE table_id IS NOT NULL;
