"""Each form of line is read into its value, and its value is printed back to a line that reads the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.scenario import ast
from simulator.scenario.ast import AliasRef, CardName, HandleRef, LastToken, NameRef, PlayerRef, Statement, TopOfStack
from simulator.scenario.printer import to_text

Reader = Callable[..., Statement]
SECRET, BEAR, GIANT, BOB = AliasRef("secret"), AliasRef("bear"), AliasRef("giant"), PlayerRef("Bob")


def card(name: str) -> NameRef:
    return NameRef(name, CardName(name, name))


def item(name: str, *mods: ast.Mod, count: int = 1, alias: str | None = None) -> ast.Item:
    return ast.Item(CardName(name, name), count, mods, alias)


def answers(*values: ast.Answer) -> ast.Chooses:
    return ast.Chooses("Alice", values)


def of_object(*props: ast.Prop) -> ast.ExpectObject:
    return ast.ExpectObject(SECRET, props)


def of_player(*props: ast.PProp) -> ast.ExpectPlayer:
    return ast.ExpectPlayer("Bob", props)


ISLAND, RANCOR = card("Island"), card("Rancor")

SETUP: list[tuple[str, Statement]] = [
    ("Alice library: Island, Forest x3", ast.SetupZone("Alice", "library", (item("Island"), item("Forest", count=3)))),
    ("Bob graveyard: unknown x2", ast.SetupZone("Bob", "graveyard", (ast.Item(None, 2),))),
    ("Bob command: Rancor as aura", ast.SetupZone("Bob", "command", (item("Rancor", alias="aura"),))),
    ("Bob life: 7", ast.SetupNumber("Bob", "life", 7)),
    ("Bob poison: 9", ast.SetupNumber("Bob", "poison", 9)),
    ("Bob mana: free", ast.SetupMana("Bob", "free")),
    ("Bob mana: lands", ast.SetupMana("Bob", "lands")),
    ("Bob mana: {U}{U}{3}", ast.SetupMana("Bob", "pool", "{U}{U}{3}")),
]

MODS: list[tuple[str, ast.Mod]] = [
    ("tapped", ast.FlagMod("tapped")),
    ("summoning sick", ast.FlagMod("summoning sick")),
    ("back face up", ast.FlagMod("back face up")),
    ("token", ast.FlagMod("token")),
    ("face down", ast.FaceDownMod()),
    ("face down manifested", ast.FaceDownMod("manifested")),
    ("face down cloaked", ast.FaceDownMod("cloaked")),
    ("face down morph", ast.FaceDownMod("morph")),
    ("face down disguise", ast.FaceDownMod("disguise")),
    ("2 +1/+1 counters", ast.CountersMod(2, "+1/+1")),
    ("1 first strike counters", ast.CountersMod(1, "first strike")),
    ("attached to bear", ast.AttachedMod(BEAR)),
    ("owned by Bob", ast.OwnedMod("Bob")),
    ("X=3", ast.XMod(3)),
    ("choosing green", ast.ChoosingMod(ast.ColorAnswer("G"))),
    ("choosing Elf", ast.ChoosingMod(ast.TypeAnswer("Elf"))),
    ("unlocked Walk-In Closet", ast.UnlockedMod("Walk-In Closet")),
    ("over Forest + unknown", ast.OverMod((CardName("Forest", "Forest"), None))),
]

PLAYER_STEPS: list[tuple[str, Statement]] = [
    ("Alice casts Rancor", ast.Casts("Alice", RANCOR)),
    (
        "Alice casts Rancor face down with morph for {3} X=2 mode 1, 3 paying bear, #1 targeting giant, Bob over bear"
        " as spell",
        ast.Casts(
            "Alice", RANCOR, True, ("morph",), ast.Price("mana", "{3}"), 2, (1, 3), (BEAR, HandleRef(1)), (GIANT, BOB),
            ast.Merge(True, BEAR), "spell",
        ),
    ),
    ("Alice casts #1 for nothing", ast.Casts("Alice", HandleRef(1), price=ast.Price("nothing"))),
    (
        "Alice casts Rancor with mutate for its mana cost under bear",
        ast.Casts("Alice", RANCOR, False, ("mutate",), ast.Price("mana cost"), merge=ast.Merge(False, BEAR)),
    ),
    ("Alice plays Island as isle", ast.Plays("Alice", ISLAND, "isle")),
    (
        "Alice activates bear ability 2 X=1 paying giant targeting Bob, secret",
        ast.Activates("Alice", BEAR, 2, 1, (GIANT,), (BOB, SECRET)),
    ),
    ("Alice taps Island for mana", ast.TapsForMana("Alice", ISLAND)),
    (
        "Alice taps Island for mana choosing {G}, white",
        ast.TapsForMana("Alice", ISLAND, (ast.ManaAnswer("{G}"), ast.ColorAnswer("W"))),
    ),
    ("Alice turns secret face up", ast.TurnsFaceUp("Alice", SECRET)),
    ("Alice turns #1 face up for {R/W}{2/U}", ast.TurnsFaceUp("Alice", HandleRef(1), ast.Price("mana", "{R/W}{2/U}"))),
    ("Alice turns secret face up with megamorph X=4", ast.TurnsFaceUp("Alice", SECRET, None, "megamorph", 4)),
    ("Alice turns secret face up for its mana cost", ast.TurnsFaceUp("Alice", SECRET, ast.Price("mana cost"))),
    ("Bob looks at secret", ast.LooksAt("Bob", SECRET)),
    ("Alice attacks with bear, giant", ast.Attacks("Alice", (BEAR, GIANT))),
    ("Alice attacks with bear attacking Carol", ast.Attacks("Alice", (BEAR,), PlayerRef("Carol"))),
    ("Alice attacks with bear attacking giant", ast.Attacks("Alice", (BEAR,), GIANT)),
    ("Bob blocks bear with giant, secret", ast.Blocks("Bob", BEAR, (GIANT, SECRET))),
    ("Alice foretells Rancor", ast.SpecialAction("Alice", "foretells", RANCOR)),
    ("Alice plots Rancor", ast.SpecialAction("Alice", "plots", RANCOR)),
    ("Alice suspends Rancor", ast.SpecialAction("Alice", "suspends", RANCOR)),
    ("Alice unlocks Walk-In Closet", ast.Unlocks("Alice", "Walk-In Closet")),
    ("Alice unlocks Walk-In Closet of bear", ast.Unlocks("Alice", "Walk-In Closet", BEAR)),
    ("Bob passes", ast.Passes("Bob")),
    ("Bob concedes", ast.Concedes("Bob")),
]  # fmt: skip

ANSWERS: list[tuple[str, Statement]] = [
    ("secret", answers(ast.RefAnswer(SECRET))),
    ("Bob, Alice", answers(ast.RefAnswer(BOB), ast.RefAnswer(PlayerRef("Alice")))),
    ("Tergrid, God of Fright, Island", answers(ast.RefAnswer(card("Tergrid, God of Fright")), ast.RefAnswer(ISLAND))),
    ("mode 2", answers(ast.ModeAnswer(2))),
    ("2", answers(ast.NumberAnswer(2))),
    ("green", answers(ast.ColorAnswer("G"))),
    ("{W}{U}", answers(ast.ManaAnswer("{W}{U}"))),
    ("3/-1", answers(ast.SizeAnswer(3, -1))),
    ("Elf", answers(ast.TypeAnswer("Elf"))),
    ("yes", answers(ast.YesNoAnswer(True))),
    ("no", answers(ast.YesNoAnswer(False))),
    ("bear 3 + Bob 2", answers(ast.DivisionAnswer(((BEAR, 3), (BOB, 2))))),
    ("bear + giant, secret", answers(ast.GroupAnswer((BEAR, GIANT)), ast.RefAnswer(SECRET))),
]

GAME_STEPS: list[tuple[str, Statement]] = [
    ("resolve", ast.Resolve()),
    ("resolve all", ast.Resolve(True)),
    ("go to upkeep", ast.GoTo("upkeep")),
    ("go to end of Bob", ast.GoTo("end", "Bob")),
    ("go to end-of-combat", ast.GoTo("end-of-combat")),
    ("go to second-main of Alice", ast.GoTo("second-main", "Alice")),
    ("next turn", ast.NextTurn()),
]

INSTRUCTIONS: list[tuple[str, Statement]] = [
    ("Alice manifests", ast.Manifests("Alice", "manifests")),
    ("Alice cloaks 2 as pair", ast.Manifests("Alice", "cloaks", 2, alias="pair")),
    (
        "Alice manifests 1 Island from graveyard of Bob as secret",
        ast.Manifests("Alice", "manifests", 1, ISLAND, "graveyard", "Bob", "secret"),
    ),
    ("Alice cloaks Island from hand", ast.Manifests("Alice", "cloaks", None, ISLAND, "hand")),
    ("Alice manifests dread keeping Island as it", ast.ManifestsDread("Alice", ISLAND, "it")),
    (
        "put Island onto the battlefield face down transformed under Bob as isle",
        ast.PutCard(ISLAND, "Bob", True, True, "isle"),
    ),
    *((f"{verb} secret", ast.ToObject(verb, SECRET)) for verb in (  # type: ignore[arg-type]
        "destroy", "sacrifice", "exile", "tap", "untap", "transform", "regenerate", "counter", "phase out", "reveal",
    )),
    ("counter top of stack", ast.ToObject("counter", TopOfStack())),
    ("return secret to hand", ast.ReturnObject(SECRET, "hand")),
    ("return secret to library", ast.ReturnObject(SECRET, "library")),
    ("return secret to the battlefield under Bob", ast.ReturnObject(SECRET, "battlefield", "Bob")),
    ("blink secret", ast.Blink(SECRET)),
    ("blink secret under Bob", ast.Blink(SECRET, "Bob")),
    ("turn secret face down", ast.TurnObject(SECRET, False)),
    ("turn secret face up", ast.TurnObject(SECRET, True)),
    ("secret becomes a copy of bear until end of turn", ast.BecomesCopy(SECRET, BEAR, True)),
    ("create a token copy of bear under Bob as twin", ast.CreateCopy(BEAR, "Bob", "twin")),
    ("attach Rancor to last token", ast.Attach(RANCOR, LastToken())),
    ("Alice gains control of bear until end of turn", ast.GainsControl("Alice", BEAR, True)),
    ("Alice scries 2", ast.LooksAtTop("Alice", "scries", 2)),
    ("Alice surveils 1", ast.LooksAtTop("Alice", "surveils", 1)),
    ("bear loses all abilities", ast.LosesAbilities(BEAR)),
    ("bear gains ward {2} until end of turn", ast.GainsKeyword(BEAR, "ward {2}", True)),
    ("bear gets +2/-1", ast.GetsModifier(BEAR, 2, -1)),
    ("bear becomes 0/4 until end of turn", ast.BecomesSize(BEAR, 0, 4, True)),
    ("bear becomes artifact creature", ast.BecomesWords(BEAR, ("Artifact", "Creature"))),
    ("bear becomes blue", ast.BecomesWords(BEAR, (), ("U",))),
    ("put 3 -1/-1 counters on bear", ast.PutCounters(3, "-1/-1", BEAR)),
    ("deal 2 damage to Bob", ast.DealDamage(2, BOB)),
    ("deal 2 damage to bear", ast.DealDamage(2, BEAR)),
    ("Alice draws", ast.MovesCards("Alice", "draws")),
    ("Alice mills 3", ast.MovesCards("Alice", "mills", 3)),
    ("Alice discards 1", ast.MovesCards("Alice", "discards", 1)),
    ("Alice loses 3 life", ast.ChangesLife("Alice", "loses", 3)),
    ("Alice gains 3 life", ast.ChangesLife("Alice", "gains", 3)),
    ("Alice shuffles", ast.Shuffles("Alice")),
]  # fmt: skip

FLAGS = (
    "face up", "face down", "manifested", "cloaked", "tapped", "untapped", "no name", "colorless", "no mana cost",
    "no subtypes", "no abilities", "unattached", "token", "summoning sick", "phased out", "gone", "transformed",
)  # fmt: skip
PROPS: list[tuple[str, ast.Prop]] = [
    *((word, ast.FlagProp(word)) for word in FLAGS),  # type: ignore[arg-type]
    ("-1/3", ast.SizeProp(-1, 3)),
    ("named Turn to Frog", ast.NamedProp(card("Turn to Frog"))),
    ("red", ast.WordsProp((), ("R",))),
    ("white blue", ast.WordsProp((), ("W", "U"))),
    ("mana value 3", ast.ManaValueProp(3)),
    ("mana cost {2}{U/B}", ast.ManaCostProp("{2}{U/B}")),
    ("Legendary Land Creature", ast.WordsProp(("Legendary", "Land", "Creature"))),
    ("not Land", ast.NotProp(ast.WordsProp(("Land",)))),
    ("not face down", ast.NotProp(ast.FlagProp("face down"))),
    ("has ward {2}", ast.KeywordProp("ward {2}", True)),
    ("lacks first strike", ast.KeywordProp("first strike", False)),
    ("0 +1/+1 counters", ast.CountersProp(0, "+1/+1")),
    ("controlled by Bob", ast.ControlledProp("Bob")),
    ("owned by Bob", ast.OwnedProp("Bob")),
    ("attached to bear", ast.AttachedProp(BEAR)),
    ("attached to Bob", ast.AttachedProp(BOB)),
    ("in exile", ast.ZoneProp("exile")),
    ("in battlefield of Bob", ast.ZoneProp("battlefield", "Bob")),
    ("damage 2", ast.DamageProp(2)),
    *((f"origin {word}", ast.OriginProp(word)) for word in ("morph", "disguise", "manifest", "cloak", "effect")),  # type: ignore[arg-type]
]

PPROPS: list[tuple[str, ast.PProp]] = [
    ("life 19", ast.NumberPProp("life", 19)),
    ("hand 2", ast.NumberPProp("hand", 2)),
    ("library 0", ast.NumberPProp("library", 0)),
    ("pool {G}{G}", ast.PoolPProp("{G}{G}")),
    ("pool empty", ast.PoolPProp("")),
    ("won", ast.OutcomePProp("won")),
    ("lost", ast.OutcomePProp("lost")),
    ("sees secret as Turn to Frog", ast.SeesPProp(SECRET, card("Turn to Frog"))),
    ("has seen #2 as Island", ast.SeesPProp(HandleRef(2), ISLAND, True)),
    ("cannot see secret", ast.CannotSeePProp(SECRET)),
    ("can turn secret face up for {3}", ast.CanTurnPProp(True, SECRET, ast.Price("mana", "{3}"))),
    ("can turn secret face up", ast.CanTurnPProp(True, SECRET)),
    ("cannot turn secret face up", ast.CanTurnPProp(False, SECRET)),
    ("can cast Turn to Frog", ast.CanCastPProp(True, card("Turn to Frog"))),
    ("cannot cast Island", ast.CanCastPProp(False, ISLAND)),
    ("can activate bear ability 2", ast.CanActivatePProp(True, BEAR, 2)),
    ("cannot activate bear", ast.CanActivatePProp(False, BEAR)),
    ("could produce {C} with Island", ast.CouldProducePProp(True, "{C}", ISLAND)),
    ("could not produce {G} with Island", ast.CouldProducePProp(False, "{G}", ISLAND)),
    (
        "may choose bear + giant, Bob, 2",
        ast.MayChoosePProp((ast.GroupAnswer((BEAR, GIANT)), ast.RefAnswer(BOB), ast.NumberAnswer(2))),
    ),
]

CHECKS: list[tuple[str, Statement]] = [
    ("expect secret: face down, 2/2, named Tergrid, God of Fright, not Land", of_object(
        ast.FlagProp("face down"), ast.SizeProp(2, 2), ast.NamedProp(card("Tergrid, God of Fright")),
        ast.NotProp(ast.WordsProp(("Land",))),
    )),
    ("expect top of stack: no name", ast.ExpectObject(TopOfStack(), (ast.FlagProp("no name"),))),
    ("expect Wurm Token#2: tapped", ast.ExpectObject(NameRef("Wurm Token", number=2), (ast.FlagProp("tapped"),))),
    ("expect Bob: life 3, lost, may choose Island, 1", of_player(
        ast.NumberPProp("life", 3), ast.OutcomePProp("lost"),
        ast.MayChoosePProp((ast.RefAnswer(ISLAND), ast.NumberAnswer(1))),
    )),
    ("expect hand of Bob: Island x2, Rancor", ast.ExpectZone("hand", "Bob", ((ISLAND, 2), (RANCOR, 1)))),
    ("expect library of Bob: exactly Island", ast.ExpectZone("library", "Bob", ((ISLAND, 1),), True)),
    ("expect battlefield of Bob: empty", ast.ExpectZone("battlefield", "Bob", (), True)),
    ("expect triggered: nothing", ast.ExpectTally("triggered", 0)),
    ("expect triggered: 2", ast.ExpectTally("triggered", 2)),
    ("expect triggered: bear, Marit Lage", ast.ExpectTally("triggered", (BEAR, NameRef("Marit Lage")))),
    ("expect stack: empty", ast.ExpectTally("stack", 0)),
    ("expect stack: 3", ast.ExpectTally("stack", 3)),
    ("expect stack: Turn to Frog, secret", ast.ExpectTally("stack", (card("Turn to Frog"), SECRET))),
    ("expect revealed: nothing", ast.ExpectRevealed(())),
    ("expect revealed: Turn to Frog, Island x2", ast.ExpectRevealed(((card("Turn to Frog"), 1), (ISLAND, 2)))),
    ("refuse transform secret [712.15a]", ast.Refuse(ast.ToObject("transform", SECRET), "712.15a")),
    ("refuse Alice turns secret face up", ast.Refuse(ast.TurnsFaceUp("Alice", SECRET))),
    ("refuse Alice chooses bear", ast.Refuse(answers(ast.RefAnswer(BEAR)))),
]  # fmt: skip

LINES = [
    *SETUP,
    *((f"Bob exile: Island ({text})", ast.SetupZone("Bob", "exile", (item("Island", mod),))) for text, mod in MODS),
    *PLAYER_STEPS,
    *((f"Alice chooses {text}", statement) for text, statement in ANSWERS),
    *GAME_STEPS,
    *INSTRUCTIONS,
    *CHECKS,
    *((f"expect secret: {text}", of_object(prop)) for text, prop in PROPS),
    *((f"expect Bob: {text}", of_player(prop)) for text, prop in PPROPS),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statement"), LINES, ids=[text for text, _ in LINES])
def test_each_form_of_line_is_read(read: Reader, text: str, statement: Statement) -> None:
    assert read(text) == statement


@pytest.mark.parametrize(("text", "statement"), LINES, ids=[text for text, _ in LINES])
def test_each_form_of_line_is_printed_back(read: Reader, text: str, statement: Statement) -> None:
    assert read(to_text(statement)) == statement


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Alice chooses none", "Alice chooses no"),
        ("Alice draws 1", "Alice draws"),
        ("expect stack: nothing", "expect stack: empty"),
        ("Alice battlefield: Island (1 charge counter)", "Alice battlefield: Island (1 charge counters)"),
    ],
)
def test_two_ways_to_say_the_same(read: Reader, text: str, same: str) -> None:
    assert read(text) == read(same)


def test_the_head_of_a_script_is_printed_back() -> None:
    assert to_text(ast.Title("Why, oh why")) == "title: Why, oh why"
    assert to_text(ast.Rules(("701.40b", "IPG 2.1"))) == "rules: 701.40b, IPG 2.1"
    assert to_text(ast.Players(("Ann", "Ben"))) == "players: Ann, Ben"
    assert to_text(ast.Start("Ben", "upkeep")) == "start: Ben, upkeep"
    front = ast.InventedFace("Odd", "{1}{U}", "Creature — Elf", "2/3", ("Flying",))
    back = ast.InventedFace("Even", "", "Land", "", ("{T}: Add {B}.",))
    assert to_text(ast.InventedCard(front, back)) == (
        'card "Odd" {1}{U} Creature — Elf 2/3\n  Flying\n  back "Even" Land\n  {T}: Add {B}.'
    )
