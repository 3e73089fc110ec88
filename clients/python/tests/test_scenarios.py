"""Runs the scenarios of clients/scenarios.json with both clients against a real server.

CARDFILE_FIXTURE names the server, the proxy that injects faults, and the keys; test/clients/clients.test.ts sets it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

import cardfile
from cardfile import AsyncCardfile, Cardfile, CardfileError, Result

FIXTURE = json.loads(os.environ["CARDFILE_FIXTURE"])
SCENARIOS = json.loads((Path(__file__).parents[2] / "scenarios.json").read_text())
# The tests share one client for their own calls, because each new client loads the certificates again.
OWN_CALLS = httpx.Client()


def snake_case(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter.group().lower()}", name)


def filled_in(value: Any, variables: dict[str, Any]) -> Any:
    """The step with each $name replaced by the value of the variable."""
    if isinstance(value, str):
        if value.startswith("$") and value[1:] in variables:
            return variables[value[1:]]
        return re.sub(r"\$(\w+)", lambda match: str(variables[match.group(1)]), value)
    if isinstance(value, list):
        return [filled_in(each, variables) for each in value]
    if isinstance(value, dict):
        return {name: filled_in(each, variables) for name, each in value.items()}
    return value


def at(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = value[int(name) if isinstance(value, list) else name]
    return value


def batch_arguments(batch: dict[str, Any]) -> dict[str, Any]:
    return {snake_case(name): value for name, value in batch.items()}


def set_faults(faults: list[Any]) -> int:
    """Sets the faults of the next calls; returns the calls since the last time."""
    return int(OWN_CALLS.post(f"{FIXTURE['proxy']}/faults", json=faults).json()["calls"])


def credits_left() -> int:
    headers = {"x-api-key": FIXTURE["keys"]["ample"]}
    return int(OWN_CALLS.get(f"{FIXTURE['service']}/v2/account/key-info", headers=headers).json()["remaining_credits"])


def settings_of(step: dict[str, Any]) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "api_key": step.get("key", FIXTURE["keys"]["ample"]),
        "base_url": step.get("baseUrl", FIXTURE["proxy"]),
    }
    if "maxRetries" in step:
        settings["max_retries"] = step["maxRetries"]
    if "timeoutMs" in step:
        settings["timeout"] = step["timeoutMs"] / 1000
    return settings


def call_options(step: dict[str, Any]) -> dict[str, Any]:
    return {"idempotency_key": step["idempotencyKey"]} if "idempotencyKey" in step else {}


def batch_outcome(answer: Any) -> dict[str, Any]:
    """Of a method of batches: a result, the state of a batch, or nothing."""
    return {"data": answer.data, "result": answer} if isinstance(answer, Result) else {"data": answer}


def run_sync(step: dict[str, Any], rows: list[Any]) -> dict[str, Any]:
    """`rows`: where rows are put as they are read, which may be before an error."""
    with Cardfile(**settings_of(step)) as client:
        arguments = [step["body"]] if "body" in step else []
        if "call" in step:
            method = getattr(client, snake_case(step["call"]))
            results: list[Any] = []
            threads = [
                threading.Thread(target=lambda: results.append(method(*arguments, **call_options(step))))
                for _ in range(step.get("repeat", 1) - 1)
            ]
            for thread in threads:
                thread.start()
            result = method(*arguments, **call_options(step))
            for thread in threads:
                thread.join()
            assert len(results) == len(threads)
            return {"data": result.data, "result": result}
        if "iterate" in step:
            for row in getattr(client, snake_case(step["iterate"]))(*arguments):
                rows.append(row)
                if len(rows) >= step.get("take", 10**9):
                    break
            return {"rows": rows}
        if "preview" in step:
            return {"data": client.batches.preview(**batch_arguments(step["preview"])).data}
        if "createBatch" in step:
            return {"data": client.batches.create(**batch_arguments(step["createBatch"])).data}
        if "listBatches" in step:
            return {"data": client.batches.list(**batch_arguments(step["listBatches"])).data}
        if "batchCall" in step:
            return batch_outcome(getattr(client.batches, step["batchCall"])(step["id"]))
        for row in client.batches.run(**batch_arguments(step["batch"] | step.get("options", {}))):
            rows.append(row)
        return {"rows": rows}


async def run_async(step: dict[str, Any], rows: list[Any]) -> dict[str, Any]:
    async with AsyncCardfile(**settings_of(step)) as client:
        arguments = [step["body"]] if "body" in step else []
        if "call" in step:
            method = getattr(client, snake_case(step["call"]))

            async def once() -> Any:
                return await method(*arguments, **call_options(step))

            results = await asyncio.gather(*(once() for _ in range(step.get("repeat", 1))))
            return {"data": results[0].data, "result": results[0]}
        if "iterate" in step:
            async for row in getattr(client, snake_case(step["iterate"]))(*arguments):
                rows.append(row)
                if len(rows) >= step.get("take", 10**9):
                    break
            return {"rows": rows}
        if "preview" in step:
            return {"data": (await client.batches.preview(**batch_arguments(step["preview"]))).data}
        if "createBatch" in step:
            return {"data": (await client.batches.create(**batch_arguments(step["createBatch"]))).data}
        if "listBatches" in step:
            return {"data": (await client.batches.list(**batch_arguments(step["listBatches"]))).data}
        if "batchCall" in step:
            return batch_outcome(await getattr(client.batches, step["batchCall"])(step["id"]))
        async for row in client.batches.run(**batch_arguments(step["batch"] | step.get("options", {}))):
            rows.append(row)
        return {"rows": rows}


def run_step(step: dict[str, Any], variables: dict[str, Any], is_async: bool) -> None:
    credits_before = credits_left()
    set_faults(step.get("faults", []))
    start = time.monotonic()
    read: list[Any] = []
    outcome: dict[str, Any] = {}
    error: CardfileError | None = None
    try:
        outcome = asyncio.run(run_async(step, read)) if is_async else run_sync(step, read)
    except CardfileError as raised:
        error, outcome = raised, {"rows": read}
        if "error" not in step:
            raise
    took_ms = (time.monotonic() - start) * 1000
    calls = set_faults([])
    if "error" in step:
        check_error(error, step["error"])
    result = outcome.get("result")
    seen = {
        "calls": calls,
        "spent": credits_before - credits_left(),
        "credits": getattr(result, "credits", None),
        "isReplayed": getattr(result, "is_replayed", None),
    }
    rows, data = outcome.get("rows"), outcome.get("data")
    for name, expected in step.get("expect", {}).items():
        if name == "rows":
            assert len(rows or []) == expected
        elif name == "different":
            assert len({row[expected] for row in rows or []}) == len(rows or [])
        elif name == "statuses":
            assert [row["status"] for row in rows or []] == expected
        elif name == "columns":
            for column, values in expected.items():
                assert [row[column] for row in rows or []] == values
        elif name == "atLeastMs":
            assert took_ms >= expected
        elif name == "data":
            for path, value in expected.items():
                assert at(data, path) == value, path
        else:
            assert seen[name] == expected, name
    for name, path in step.get("save", {}).items():
        variables[name] = at(rows if rows is not None else data, path)


def check_error(error: CardfileError | None, expected: dict[str, Any]) -> None:
    assert isinstance(error, getattr(cardfile, expected["type"]))
    assert type(error).__name__ == expected["type"]
    for name, value in expected.items():
        if name == "path":
            assert error.details[0]["path"] == value  # type: ignore[attr-defined]
        elif name == "message":
            assert str(error) == value
        elif name != "type":
            assert getattr(error, name) == value, name


@pytest.mark.parametrize("is_async", [False, True], ids=["synchronous", "asynchronous"])
@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario["name"] for scenario in SCENARIOS])
def test_scenario(scenario: dict[str, Any], is_async: bool) -> None:
    keys = FIXTURE["keys"]
    # An account with a single credit can be used up once.
    poor = keys["poorAsync" if is_async else "poorSync"]
    variables = {**keys, "proxy": FIXTURE["proxy"], "poor": poor, "unique": str(uuid.uuid4())}
    for step in scenario["steps"]:
        run_step(filled_in(step, variables), variables, is_async)
