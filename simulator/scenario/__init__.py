"""The scenario language: parser, runner, checks."""
