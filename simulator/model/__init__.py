"""The game as data: state, objects, characteristics, actions, decisions, events."""
