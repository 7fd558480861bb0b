"""The page of a Tammany Hall table."""
