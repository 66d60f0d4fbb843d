"""The whole vocabulary of ability trees in one import: `from simulator.abilities import tree`."""

from simulator.abilities.ability import *  # noqa: F403
from simulator.abilities.amounts import *  # noqa: F403
from simulator.abilities.conditions import *  # noqa: F403
from simulator.abilities.costs import *  # noqa: F403
from simulator.abilities.effects import *  # noqa: F403
from simulator.abilities.effects_permanents import *  # noqa: F403
from simulator.abilities.effects_players import *  # noqa: F403
from simulator.abilities.effects_zones import *  # noqa: F403
from simulator.abilities.modifications import *  # noqa: F403
from simulator.abilities.node import *  # noqa: F403
from simulator.abilities.predicates import *  # noqa: F403
from simulator.abilities.references import *  # noqa: F403
from simulator.abilities.replacements import *  # noqa: F403
from simulator.abilities.statics import *  # noqa: F403
