"""Rules of the API that JSON Schema cannot express, applied to the requests that Schemathesis generates.

- A cursor is opaque: it is valid only with the filters for which the service created it.
- An Idempotency-Key identifies one request: with another body it is rejected.
- In a range, min is not greater than max, and from is not later than to.
- Percent escapes in a profile URL are UTF-8 of letters, digits and a few signs.
- Two identifiers of a company must identify the same one.
- An ISIN and an LEI have the right check digits, and no external id is a placeholder or a page of its host.
- Attempts without a valid key are limited per address: the server trusts this client as a proxy, and each call has
  another address.

Only values that violate no other rule are changed, so a request that is generated as invalid stays invalid.
"""

import itertools
import json
import re
import unicodedata
import urllib.parse
import uuid

import schemathesis

PAGING = {"cursor", "max_results", "include_total", "facets"}
CURSOR_LENGTH_MAX = 1024
IDEMPOTENCY_KEY_LENGTH_MAX = 255
ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
RUN = uuid.uuid4().hex
numbers = itertools.count()
searches = itertools.count()
others = itertools.count()
# Their coverage phases make 20,000 and 3,700 bodies.
SAMPLED = {"/v2/search/people", "/v2/search/employee-finder"}
addresses = itertools.cycle(range(65536))
filters_of_cursor = {}


def filters_of(path, body):
    return json.dumps([path, {name: value for name, value in body.items() if name not in PAGING}], sort_keys=True)


def sort_ranges(value):
    if isinstance(value, list):
        for entry in value:
            sort_ranges(entry)
    elif isinstance(value, dict):
        low, high = value.get("min"), value.get("max")
        if isinstance(low, (int, float)) and isinstance(high, (int, float)) and 0 < high < low:
            value["min"], value["max"] = high, low
        first, last = value.get("from"), value.get("to")
        if isinstance(first, str) and isinstance(last, str) and first > last:
            value["from"], value["to"] = last, first
        for member in value.values():
            sort_ranges(member)


def rename_idempotency_key(headers):
    for name, key in list(headers.items()):
        if name.lower() == "idempotency-key" and isinstance(key, str) and key.strip(" \t"):
            if len(key) <= IDEMPOTENCY_KEY_LENGTH_MAX:
                headers[name] = f"{RUN}-{next(numbers)}-{key}"[:IDEMPOTENCY_KEY_LENGTH_MAX]


def is_readable(match):
    try:
        text = urllib.parse.unquote(match.group(), errors="strict")
    except UnicodeDecodeError:
        return False
    return all(unicodedata.category(character)[0] in "LM" or character.isdecimal() for character in text)


def replace_escapes(body):
    if isinstance(body.get("person"), dict):
        replace_escapes(body["person"])
    for name in ("company_network_url", "person_network_url", "network_url"):
        if isinstance(body.get(name), str):
            body[name] = ESCAPES.sub(lambda match: match.group() if is_readable(match) else "x", body[name])


ISIN = re.compile(r"[A-Za-z]{2}[A-Za-z0-9]{9}[0-9]")
LEI = re.compile(r"[A-Za-z0-9]{18}[0-9]{2}")
NO_ID = re.compile(
    r"(?:https?://)?(?:(?:www\.|mobile\.)?(?:github|twitter|x)\.com/)?[\W_]*(?:0+|x+|null|none|nil|n/?a|unknown|undefined|tbd|test|home|share|intent|search|hashtag|i|orgs|topics|login|about)[\W_]*",
    re.IGNORECASE,
)


def replace_ids(body):
    if isinstance(body.get("person"), dict):
        replace_ids(body["person"])
    for name, form, valid in (("isin", ISIN, "DE000ACME016"), ("lei", LEI, "529900ACMEROCKETSA94")):
        if isinstance(body.get(name), str) and form.fullmatch(re.sub(r"[ -]", "", body[name])):
            body[name] = valid
    for name in ("crm_id", "registry_number", "github_handle", "x_handle"):
        if isinstance(body.get(name), str) and NO_ID.fullmatch(body[name]):
            body[name] = "id-1"


def replace_escapes_in_lists(body):
    """The same for lists of profile URLs in filters, in both forms. Other text is unchanged."""
    for scope in (body, body.get("company"), body.get("people")):
        given = scope.get("network_url") if isinstance(scope, dict) else None
        urls = given.get("include") if isinstance(given, dict) else given
        if isinstance(urls, list):
            urls[:] = [
                ESCAPES.sub(lambda match: match.group() if is_readable(match) else "x", url)
                if isinstance(url, str)
                else url
                for url in urls
            ]


def drop_unknown_cursor(path, body):
    cursor = body.get("cursor")
    if not isinstance(cursor, str) or len(cursor) > CURSOR_LENGTH_MAX:
        return
    if filters_of_cursor.get(cursor) != filters_of(path, body):
        del body["cursor"]


@schemathesis.hook
def filter_case(context, case):
    """Of boundary values a third; one of 48 for the searches with many filters, which share a few forms."""
    if case.meta is None or case.meta.phase.name != "coverage":
        return True
    if case.path in SAMPLED:
        return next(searches) % 48 == 0
    return next(others) % 3 == 0


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.headers is not None:
        rename_idempotency_key(case.headers)
        case.headers["X-Forwarded-For"] = f"2001:db8:{next(addresses):x}::1"
    body = case.body
    if not isinstance(body, dict):
        return
    sort_ranges(body)
    replace_escapes(body)
    replace_escapes_in_lists(body)
    replace_ids(body)
    drop_unknown_cursor(case.path, body)
    if case.path != "/v2/jobs/company":
        return
    if isinstance(body.get("company_network_url"), str) and isinstance(body.get("domain"), str):
        del body["domain"]


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code != 200 or not isinstance(case.body, dict):
        return
    cursor = response.json().get("cursor")
    if cursor is not None:
        filters_of_cursor[cursor] = filters_of(case.path, case.body)
