"""One module a migration. They are never changed after a release: a later one corrects them."""
