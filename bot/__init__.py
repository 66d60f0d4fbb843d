"""Table Judge's front ends: Discord, local console, command line. No rules logic and no SQL here."""
