"""A first game: what a lesson says at each of its steps, and where it shows it."""
