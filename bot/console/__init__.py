"""The local console: the same commands as in Discord, in a terminal or through a pipe, for several seats at once."""
