# SPDX-License-Identifier: Apache-2.0
"""Names instead of numbers: what was asked for and is not there gets the nearest that is."""
from types import SimpleNamespace
from typing import Any, Iterable


def unknown(what: str, name: str, names: Iterable[str]) -> str:
    """A sentence about a name that does not exist."""
    import difflib
    near = difflib.get_close_matches(name, list(names), n=1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"there is no {what} '{name}'{hint}"


class Summary(SimpleNamespace):
    """The summary of a run: its JSON with dots instead of brackets."""

    def __getitem__(self, key: str) -> Any:
        return getattr(self, key)


def namespace(value: Any) -> Any:
    """JSON's objects as attributes, where their keys are names; other objects stay dictionaries."""
    if isinstance(value, list):
        return [namespace(item) for item in value]
    if not isinstance(value, dict):
        return value
    inside = {key: namespace(item) for key, item in value.items()}
    if all(isinstance(key, str) and key.isidentifier() for key in inside):
        return Summary(**inside)
    return inside
