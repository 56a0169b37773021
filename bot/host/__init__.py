"""The house's own work: takes moves to the rules, keeps tables, reads them, watches the time."""
