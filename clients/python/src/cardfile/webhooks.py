"""Verification of the events that a webhook endpoint receives: Standard Webhooks 1.0.0, signature v1."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from .errors import CardfileError

_PREFIX = "whsec_"


class WebhookError(CardfileError):
    """The event is not from the service, or is too old. Answer the request with status 400."""


class WebhookEvent(TypedDict):
    """An event with its id and the members that the OpenAPI document describes under `webhooks`."""

    id: str
    type: str
    timestamp: str
    data: dict[str, Any]


def verify_webhook(
    secret: str | Iterable[str],
    headers: Mapping[str, str],
    body: str | bytes,
    *,
    tolerance_seconds: float = 300,
) -> WebhookEvent:
    """Verifies a request and returns its event. The same event (the same id) may arrive several times.

    `secret` is the signing secret `whsec_...`; during a rotation, several. `body` is the body exactly as received.
    Raises WebhookError if no signature matches, or if the time of the attempt differs too much from the local clock.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        _header(given, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookError("the time of the attempt differs too much from the clock of this machine; check that clock")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    for one in [secret] if isinstance(secret, str) else secret:
        expected = hmac.new(_key(one), signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(expected, signature) for signature in _signatures(signatures)):
            event = json.loads(content)
            return {"id": message_id, "type": event["type"], "timestamp": event["timestamp"], "data": event["data"]}
    raise WebhookError("no signature matches the secret; check that the body is unchanged and the secret is current")


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    if value == "":
        raise WebhookError(f"the header {name} is missing")
    return value


def _key(secret: str) -> bytes:
    key = _bytes_of(secret.removeprefix(_PREFIX))
    if not key:
        raise WebhookError("the secret must be whsec_ and Base64")
    return key


def _signatures(text: str) -> list[bytes]:
    parts = (each.partition(",") for each in text.split(" "))
    found = (_bytes_of(encoded) for version, _, encoded in parts if version == "v1")
    return [each for each in found if each is not None]


def _bytes_of(encoded: str) -> bytes | None:
    """The bytes of a Base64 text; None if the text is not Base64, for example because of letters beyond ASCII."""
    try:
        return base64.b64decode(encoded, validate=True)
    except ValueError:
        return None
