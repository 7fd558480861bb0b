"""What a game's files are written with, and what each of them may offer."""
