"""What the front ends share: asking, tables, proving, moderation. No Discord here."""
