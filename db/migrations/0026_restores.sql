-- Each time this file was set back to a backup: when, and to what time. The newest epoch stands in
-- every button, so those that were drawn before are refused.
CREATE TABLE restores (
    epoch INTEGER PRIMARY KEY,
    restored_at REAL NOT NULL,
    set_back_to REAL NOT NULL
) STRICT;
