"""The services that all games share: changes of tables, reading them, time and proof."""
