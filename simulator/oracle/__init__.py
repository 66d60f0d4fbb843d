"""From Oracle text to ability trees."""
