"""What all of db/ stands on: where the data is, JSON, schema steps and errors."""
