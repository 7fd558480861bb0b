"""City Hall's table: its live regions, prompts and sentences."""
