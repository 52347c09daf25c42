# SPDX-License-Identifier: Apache-2.0
"""A model from dicts and lists: the words of the model file, as Python has them."""
import json
import re
from numbers import Integral, Real
from typing import Any, List, Mapping

BARE = re.compile(r"[A-Za-z0-9_-]+")


def _key(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a key is {name!r}; it must be a text")
    return name if BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    # JSON's escapes are TOML's but for "delete", which JSON leaves as it is.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _value(value: Any, at: str) -> str:
    if isinstance(value, str):
        return _text(value)
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Real):
        return repr(float(value))  # the shortest digits that read as the same number
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(name)} = {_value(one, f'{at}.{name}')}" for name, one in value.items())
        return "{ " + inside + " }" if inside else "{}"
    if hasattr(value, "tolist"):
        return _value(value.tolist(), at)  # an array of NumPy's, or one of its numbers
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(one, f"{at}[{k}]") for k, one in enumerate(value)) + "]"
    raise TypeError(f"{at} has the type {type(value).__name__}; a model has numbers, texts, lists and dicts")


def _section(head: str, section: Mapping[str, Any], at: str) -> List[str]:
    lines = [f"{_key(name)} = {_value(value, f'{at}.{name}')}" for name, value in section.items()]
    return [head, *lines]


def text_of(model: Mapping[str, Any]) -> str:
    """The text of a model that is given by dicts: sections by name, lists of them where the file has [[...]].

    >>> import zwang
    >>> print(zwang.text_of({"particles": [{"name": "bob", "mass": 1, "position": [1, 0]}],
    ...                      "free": {"gravity": [0, -9.81]}}))
    [[particles]]
    name = "bob"
    mass = 1
    position = [1, 0]
    [free]
    gravity = [0, -9.81]
    """
    plain: List[str] = []
    sections: List[str] = []
    for name, value in model.items():
        if isinstance(value, Mapping):
            sections += _section(f"[{_key(name)}]", value, name)
        elif isinstance(value, (list, tuple)) and value and all(isinstance(one, Mapping) for one in value):
            for k, one in enumerate(value):
                sections += _section(f"[[{_key(name)}]]", one, f"{name}[{k}]")
        else:
            plain.append(f"{_key(name)} = {_value(value, name)}")  # keys of the file itself come first
    return "\n".join(plain + sections)
