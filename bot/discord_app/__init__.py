"""The Discord application: one cog an area, components, rendering."""
