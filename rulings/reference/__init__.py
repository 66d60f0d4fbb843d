"""Reference data at a user's site: the rules' text, Oracle text, official rulings, printed names; and how they age.

Nothing of it is shipped: `tablejudge sync` imports it into `reference.db`, which can be rebuilt at any time.
"""
