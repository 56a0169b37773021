"""What a face draws and asks with; pure."""
