# SPDX-License-Identifier: Apache-2.0
"""Answers that are told by JSON: what has no attribute of its own is looked up there."""
import json
from typing import Any, Iterable

from ._names import namespace, unknown


class Told:
    """What an answer says beside its arrays, with dots, as the JSON of the program has it."""

    _json: Any = None

    def _tell(self) -> str:
        """The JSON; it is written when it is first asked for."""
        raise NotImplementedError

    def _told(self) -> Any:
        if self._json is None:
            self._json = namespace(json.loads(self._tell()))
        return self._json

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            told = self._told()
            if hasattr(told, name):
                return getattr(told, name)
        raise AttributeError(unknown("attribute", name, dir(self)))

    def __dir__(self) -> Iterable[str]:
        return sorted({*super().__dir__(), *vars(self._told())})
