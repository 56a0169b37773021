"""What a face draws and asks with; but for custom_id and render, pure."""
