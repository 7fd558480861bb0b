"""Tables that are kept and shared: storage, live updates, identity, limits and the JSON API."""
