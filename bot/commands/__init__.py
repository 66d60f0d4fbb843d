"""One module a subcommand of `tablejudge`; each defines a click command named `command`."""
