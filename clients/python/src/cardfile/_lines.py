"""Reads JSON Lines as they arrive. Only a line feed ends a line: texts may have U+2028 and other line breaks."""

from __future__ import annotations

import json
from typing import Any


class Lines:
    def __init__(self) -> None:
        self._rest = b""

    def rows(self, chunk: bytes) -> list[dict[str, Any]]:
        """The rows that end in this chunk."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        return [json.loads(line) for line in lines if line]

    def last(self) -> list[dict[str, Any]]:
        """The row after the last line feed, if there is one."""
        return [json.loads(self._rest)] if self._rest else []
