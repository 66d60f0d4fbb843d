"""The lines of the scenario language as a grammar.

Quoted strings are the language's keywords (several words make one keyword); case doesn't matter. The declared
terminals are free text: where such a slot ends is decided by `simulator.scenario.reader`, which tries each
place at which the grammar can go on.
"""

GRAMMAR = r"""
start: header | setup | move | refusal | check

// the other face of an invented card, indented under `card`
back: "back" (QUOTED | NEWCARD) [COST] TYPELINE [size]

// ------------------------------------------------------------------ free text
// THING: a card to be used (a name, an alias, a handle); REF: an object; TARGET: an object or player; the plurals
// are lists with commas. CARDNAME: a name only; SETCARD: a name or `unknown`; WORDS: types and colors.
%declare THING CARDNAME SETCARD REF REFS TARGET TARGETS PLAYER PLAYERNAME ALIAS ANSWER ANSWERS KEYWORD KIND WORDS
%declare REST NEWCARD TYPELINE

NUMBER: /\d{1,6}/
COST: /(\{[^{}\s]+\}\s*)+/
SIZE: /-?\d{1,6}\/-?\d{1,6}/
MODIFIER: /[+-]\d{1,6}\/[+-]\d{1,6}/
PRINTED: /[\d*+-]+\/[\d*+-]+/
XVALUE: /x\s*=\s*\d{1,6}/i
TIMES: /x\d{1,99}/i
RULE: /\[\s*\d{1,3}(\.\d+[a-z]?)?\s*\]/
CITATION: /\d{1,3}(\.\d+[a-z]?)?|[A-Z]{3}\s\d+(\.\d+)*/
QUOTED: /"[^"]+"/

// ------------------------------------------------------------------ the head of a script
header: "title:" REST                                   -> title
      | "rules:" CITATION ("," CITATION)*               -> rules
      | "players:" PLAYERNAME ("," PLAYERNAME)*         -> players
      | "start:" PLAYER "," step                        -> begin
      | "card" QUOTED [COST] TYPELINE [size]            -> card_block
      | "card" NEWCARD COST TYPELINE [size]             -> card_block
?size: PRINTED | NUMBER

// ------------------------------------------------------------------ set-up
setup: PLAYER zone ":" item ("," item)*                 -> setup_zone
     | PLAYER "life:" NUMBER                            -> setup_life
     | PLAYER "poison:" NUMBER                          -> setup_poison
     | PLAYER "mana:" mana                              -> setup_mana
mana: "free"                                            -> mana_free
    | "lands"                                           -> mana_lands
    | COST                                              -> mana_pool
!zone: "battlefield" | "hand" | "library" | "graveyard" | "exile" | "command"
item: SETCARD [TIMES] [mods] [name_as]
mods: "(" mod ("," mod)* ")"
mod: "tapped"                                           -> mod_tapped
   | "summoning sick"                                   -> mod_sick
   | "face down" [facing]                               -> mod_face_down
   | "back face up"                                     -> mod_back
   | NUMBER KIND _counters                              -> mod_counters
   | "attached to" REF                                  -> mod_attached
   | "owned by" PLAYER                                  -> mod_owned
   | "token"                                            -> mod_token
   | XVALUE                                             -> mod_x
   | "choosing" ANSWER                                  -> mod_choosing
   | "unlocked" CARDNAME                                -> mod_unlocked
   | "over" SETCARD ("+" SETCARD)*                      -> mod_over
!facing: "manifested" | "cloaked" | "morph" | "disguise"
_counters: "counters" | "counter"
name_as: "as" ALIAS

// ------------------------------------------------------------------ steps
move: action | game | instruction
action: PLAYER "casts" THING cast_clause*                -> casts
      | PLAYER "plays" THING [name_as]                   -> plays
      | PLAYER "activates" REF activate_clause*         -> activates
      | PLAYER "taps" REF "for mana" ["choosing" ANSWERS]  -> taps
      | PLAYER "turns" REF "face up" turn_clause*       -> turns
      | PLAYER "looks at" REF                           -> looks
      | PLAYER "attacks with" REFS ["attacking" TARGET] -> attacks
      | PLAYER "blocks" REF "with" REFS                 -> blocks
      | PLAYER "chooses" ANSWERS                        -> chooses
      | PLAYER special THING                             -> special_action
      | PLAYER "unlocks" CARDNAME ["of" REF]            -> unlocks
      | PLAYER "passes"                                 -> passes
      | PLAYER "concedes"                               -> concedes
!special: "foretells" | "plots" | "suspends"
?cast_clause: face_down | with_keyword | for_price | x_value | modes | paying | targeting | merge | name_as
?activate_clause: ability | x_value | paying | targeting
?turn_clause: for_price | with_keyword | x_value
face_down: "face down"
with_keyword: "with" KEYWORD
for_price: "for" price
price: COST                                             -> price_mana
     | "nothing"                                        -> price_nothing
     | "its mana cost"                                  -> price_mana_cost
x_value: XVALUE
modes: "mode" NUMBER ("," NUMBER)*
paying: "paying" REFS
targeting: "targeting" TARGETS
merge: "over" REF                                       -> merge_over
     | "under" REF                                      -> merge_under
ability: "ability" NUMBER

game: "resolve"                                         -> resolve
    | "resolve all"                                     -> resolve_all
    | "go to" step [of_player]                          -> go_to
    | "next turn"                                       -> next_turn
!step: "untap" | "upkeep" | "draw" | "main" | "combat" | "attackers" | "blockers" | "damage" | "end-of-combat"
     | "second-main" | "end" | "cleanup"
of_player: "of" PLAYER

instruction: PLAYER put_down [NUMBER] [THING [from_zone]] [name_as]    -> manifests
           | PLAYER "manifests dread" ["keeping" THING] [name_as]      -> manifests_dread
           | "put" THING "onto the battlefield" [face_down] [transformed] under_player [name_as] -> put_card
           | verb REF                                                 -> to_object
           | "return" REF "to" return_zone [under_player]             -> return_object
           | "blink" REF [under_player]                               -> blink
           | "counter" REF                                            -> counter_object
           | "turn" REF (face_down | face_up)                         -> turn_object
           | REF "becomes a copy of" REF [this_turn]                  -> becomes_copy
           | "create a token copy of" REF under_player [name_as]      -> create_copy
           | "attach" REF "to" REF                                    -> attach
           | PLAYER "gains control of" REF [this_turn]                -> gains_control
           | "phase out" REF                                          -> phase_out
           | PLAYER look NUMBER                                       -> look_at_top
           | REF "loses all abilities" [this_turn]                    -> loses_abilities
           | REF "gains" KEYWORD [this_turn]                          -> gains_keyword
           | REF "gets" MODIFIER [this_turn]                          -> gets_modifier
           | REF "becomes" SIZE [this_turn]                           -> becomes_size
           | REF "becomes" WORDS [this_turn]                          -> becomes_words
           | "put" NUMBER KIND _counters "on" REF                     -> put_counters
           | "deal" NUMBER "damage to" TARGET                         -> deal_damage
           | PLAYER cards [NUMBER]                                    -> moves_cards
           | PLAYER life NUMBER "life"                                -> changes_life
           | "reveal" REF                                             -> reveal
           | PLAYER "shuffles"                                        -> shuffles
!put_down: "manifests" | "cloaks"
from_zone: "from" zone [of_player]
transformed: "transformed"
face_up: "face up"
under_player: "under" PLAYER
this_turn: "until end of turn"
!verb: "destroy" | "sacrifice" | "exile" | "tap" | "untap" | "transform" | "regenerate"
!return_zone: "hand" | "library" | "the battlefield"
!look: "scries" | "surveils"
!cards: "draws" | "mills" | "discards"
!life: "loses" | "gains"

// ------------------------------------------------------------------ checks
refusal: "refuse" move [RULE]                           -> refuse
check: "expect" REF ":" prop ("," prop)*                -> expect_object
     | "expect" PLAYER ":" pprop ("," pprop)* ["," may_choose] -> expect_player
     | "expect" PLAYER ":" may_choose                   -> expect_player
     | "expect" zone of_player ":" [exactly] counted ("," counted)* -> expect_zone
     | "expect" zone of_player ":" "empty"              -> expect_zone_empty
     | "expect" "triggered" ":" tally                   -> expect_triggered
     | "expect" "stack" ":" tally                       -> expect_stack
     | "expect" "revealed" ":" ("nothing" | counted ("," counted)*) -> expect_revealed
exactly: "exactly"
counted: CARDNAME [TIMES]
tally: "nothing"                                        -> tally_none
     | "empty"                                          -> tally_none
     | NUMBER                                           -> tally_count
     | REFS                                             -> tally_refs

prop: flag                                              -> prop_flag
    | SIZE                                              -> prop_size
    | "named" CARDNAME                                  -> prop_named
    | "mana value" NUMBER                               -> prop_mana_value
    | "mana cost" COST                                  -> prop_mana_cost
    | "has" KEYWORD                                     -> prop_has
    | "lacks" KEYWORD                                   -> prop_lacks
    | NUMBER KIND _counters                             -> prop_counters
    | "controlled by" PLAYER                            -> prop_controlled
    | "owned by" PLAYER                                 -> prop_owned
    | "attached to" TARGET                              -> prop_attached
    | "in" any_zone [of_player]                         -> prop_zone
    | "damage" NUMBER                                   -> prop_damage
    | "origin" origin                                   -> prop_origin
    | "not" prop                                        -> prop_not
    | WORDS                                             -> prop_words
!flag: "face up" | "face down" | "manifested" | "cloaked" | "tapped" | "untapped" | "no name" | "colorless"
     | "no mana cost" | "no subtypes" | "no abilities" | "unattached" | "token" | "summoning sick" | "phased out"
     | "gone" | "transformed"
!origin: "morph" | "disguise" | "manifest" | "cloak" | "effect"
!any_zone: "battlefield" | "hand" | "library" | "graveyard" | "exile" | "command" | "stack"

pprop: "life" NUMBER                                    -> pprop_life
     | "pool" COST                                      -> pprop_pool
     | "pool" "empty"                                   -> pprop_pool
     | "hand" NUMBER                                    -> pprop_hand
     | "library" NUMBER                                 -> pprop_library
     | "won"                                            -> pprop_won
     | "lost"                                           -> pprop_lost
     | "sees" REF "as" CARDNAME                         -> pprop_sees
     | "cannot see" REF                                 -> pprop_cannot_see
     | "has seen" REF "as" CARDNAME                     -> pprop_has_seen
     | can_turn REF "face up" [for_price]               -> pprop_can_turn
     | can_cast THING                                    -> pprop_can_cast
     | can_activate REF [ability]                       -> pprop_can_activate
     | could_produce COST "with" REF                    -> pprop_could_produce
may_choose: "may choose" ANSWERS
!can_turn: "can turn" | "cannot turn"
!can_cast: "can cast" | "cannot cast"
!can_activate: "can activate" | "cannot activate"
!could_produce: "could produce" | "could not produce"
"""
