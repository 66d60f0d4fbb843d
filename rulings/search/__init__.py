"""Search: a player's question in, the closest rulings out, each with its reason and a confidence."""
