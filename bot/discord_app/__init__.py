"""The Discord front end: commands in, services called, pages out. No rules logic and no SQL here."""
