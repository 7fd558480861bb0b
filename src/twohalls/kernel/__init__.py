"""What every game needs and no game knows."""
