"""What the store keeps of a person: all of it can be seen, and what may go is gone afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from rulings.store import Scope, Store
from rulings.store.privacy import PERSONS
from rulings.store.schema import metadata

HERE, PERSON, OTHER = Scope.server(1), 4_242_424_242, 7_777_777_777
#: Columns of Discord's numbers that name no person.
PLACES = {
    "servers.moderator_channel", "posted_answers.message_id", "posted_answers.channel_id", "games.channel_id",
    "games.message_id", "posted_pages.message_id", "private_messages.message_id", "private_messages.channel_id",
}  # fmt: skip
HEADER = {"version": 1, "seed": 5}


def test_every_column_that_may_name_a_person_is_known() -> None:
    numbers = {
        f"{table.name}.{column.name}"
        for table in metadata.tables.values()
        for column in table.columns
        if type(column.type) is sa.BigInteger and not column.foreign_keys and column.name != "id"
    }
    assert numbers - PLACES == {f"{column.table.name}.{column.name}" for column in PERSONS}


async def filled(store: Store) -> tuple[str, str]:
    """A person who wrote a ruling, reported an answer and sat at two tables, one of which goes on."""
    await store.rulings.create(HERE, "mine", {"id": "mine"}, author=PERSON)
    await store.feedback.add(
        HERE, user_id=PERSON, kind="wrong", answer_source="curated", answer_id="x", question="why?", comment="no"
    )
    await store.posted.watch(HERE, "x", PERSON, "digest")
    await store.languages.note({Scope.direct(PERSON): "es", Scope.direct(OTHER): "es"})
    seats = {"Alice": PERSON, "Bob": OTHER}
    over = await store.games.create(HERE, HEADER, host=PERSON, seats=seats)
    await store.games.end(HERE, over.id, "finished", actor=PERSON)
    running = await store.games.create(HERE, HEADER, host=OTHER, seats=seats)
    own = Scope.direct(PERSON)
    alone = await store.games.create(own, HEADER, host=PERSON, seats={"Alice": PERSON})
    await store.games.end(own, alone.id, "finished", actor=PERSON)
    await store.posted.add(own, 7, channel_id=5, answer_id="x", asker=PERSON, question="why?", digest="d")
    await store.rulings.create(HERE, "saved", {"id": "saved"}, author=OTHER, comment=f"Saved from <@{PERSON}>: link")
    place: dict[str, Any] = {"channel_id": 5, "message_id": 6, "purpose": "look"}
    await store.messages.remember(HERE, running.id, "Alice", user_id=PERSON, **place)
    return over.id, running.id


def everything(path: Path) -> str:
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        rows = [str(row) for table in metadata.sorted_tables for row in connection.execute(sa.select(table))]
    engine.dispose()
    return "\n".join(rows)


async def test_a_person_sees_what_is_kept_of_them_and_nothing_of_others(store: Store) -> None:
    over, running = await filled(store)
    found = await store.privacy.of_person(PERSON)
    assert {row["id"] for row in found["seats"]} > {over, running}
    assert [row["comment"] for row in found["reports and endorsements"]] == ["no"]
    assert [row["slug"] for row in found["rulings written"]] == ["mine"]
    assert [row["language"] for row in found["language"]] == ["es"]
    text = json.dumps(found)
    assert "seed" not in text
    assert str(OTHER) not in text
    assert not any(rows for kind, rows in (await store.privacy.of_person(99)).items() if kind != "user")


async def test_forgetting_leaves_nothing_but_the_seat_at_a_running_table(store: Store, tmp_path: Path) -> None:
    over, running = await filled(store)
    done = await store.privacy.forget(PERSON)
    assert done.running == 1
    assert [seat.user_id for seat in await store.games.seats(HERE, over)] == [None, OTHER]
    assert [seat.user_id for seat in await store.games.seats(HERE, running)] == [PERSON, OTHER]
    assert (await store.rulings.get(HERE, "mine")).author == 0
    assert [each.comment for each in await store.rulings.history(HERE, "saved")] == ["Saved from <@0>: link"]
    await store.games.end(HERE, running, "finished")
    assert (await store.privacy.forget(PERSON)).running == 0
    assert str(PERSON) not in everything(tmp_path / "store.db")
    assert str(OTHER) in everything(tmp_path / "store.db")
