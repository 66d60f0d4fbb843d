"""One cog an area: asking, cards, tables, look, rulings."""
