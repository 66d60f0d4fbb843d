"""Search over rulings: normalise, find card names, candidates, rank, confidence."""
