"""The embedded rules simulator: pure, synchronous, deterministic. No I/O, no clock."""

#: The edition of the Comprehensive Rules that the simulator follows (ISO date).
CR_EDITION = "2026-04-17"
