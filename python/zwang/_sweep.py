# SPDX-License-Identifier: Apache-2.0
"""Many runs of a model."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import _zwang
from ._names import namespace, unknown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


class Sweep:
    """What many runs gave: ``sweep["far"]`` is an array with a number for each run, NaN where there is none.

    `varied` and `watched` are the arrays by name, `status` and `message` lists; `summary` has mean, deviation,
    quantiles, indices and failures as the JSON of ``zwang sweep``.

    >>> import zwang
    >>> m = zwang.Model('''
    ... [parameters]
    ... k = 4
    ... [coordinates]
    ... x = { start = 1 }
    ... [free]
    ... lagrangian = "x'^2/2 - k*x^2/2"
    ... [simulate]
    ... duration = 3
    ... ''')
    >>> many = m.sweep({"k": [1, 4, 9]}, {"least": "min(x)"})
    >>> many["k"].tolist(), many["least"].round(6).tolist()
    ([1.0, 4.0, 9.0], [-0.989992, -1.0, -1.0])
    >>> bool(many.ok.all())
    True
    """

    def __init__(self, result: _zwang.SweepResult) -> None:
        self._result = result
        self.varied: Dict[str, Array] = {name: result.varied_numbers(k)
                                         for k, name in enumerate(result.varied)}
        self.watched: Dict[str, Array] = {name: result.watched_numbers(k)
                                          for k, name in enumerate(result.watched)}
        self.status: List[str] = result.status
        self.message: List[str] = result.message
        self._summary: Any = None

    @property
    def ok(self) -> NDArray[np.bool_]:
        """Which runs ended well."""
        return np.array([status in ("ok", "event") for status in self.status], dtype=bool)

    @property
    def summary(self) -> Any:
        """Mean, deviation, quantiles and failures, with dots: ``sweep.summary.watched.far.mean``."""
        if self._summary is None:
            self._summary = namespace(json.loads(self._result.json()))
        return self._summary

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """As its ending says: .csv, .json, .h5, or a page .html."""
        path = os.fspath(path)
        if path.endswith(".h5"):
            self._result.write_hdf5(path)
        elif path.endswith(".html"):
            self._result.write_page(path)
        elif path.endswith((".csv", ".json")):
            text = self._result.csv() if path.endswith(".csv") else self._result.json()
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        else:
            raise ValueError(f"path: '{path}' ends neither in .csv, .json, .h5 nor .html")

    def __getitem__(self, name: str) -> Array:
        if name in self.watched:
            return self.watched[name]
        if name in self.varied:
            return self.varied[name]
        raise KeyError(unknown("number", name, [*self.watched, *self.varied]))

    def __len__(self) -> int:
        return self._result.count

    def __repr__(self) -> str:
        return f"<zwang.Sweep: {len(self)} runs, {int((~self.ok).sum())} failed; {', '.join(self.watched)}>"


def spread_of(name: str, given: Any) -> Tuple[str, Any]:
    """The kind of a variation and its numbers: a pair (a, b) is between these, any other sequence these values."""
    if isinstance(given, Mapping):
        if len(given) != 1:
            raise ValueError(f"vary: '{name}' needs one of uniform, normal, grid and even")
        kind, numbers = next(iter(given.items()))
        if kind == "even":
            first, last, count = numbers
            return "values", np.linspace(first, last, int(count))
        if kind not in ("uniform", "normal", "grid"):
            raise ValueError(f"vary: '{name}': " + unknown("kind", kind, ["uniform", "normal", "grid", "even"]))
        return ("values" if kind == "grid" else kind), numbers
    if isinstance(given, tuple) and len(given) == 2:
        return "uniform", given
    return "values", given


def asked_of(model: _zwang.Model, vary: Optional[Mapping[str, Any]],
             watch: Optional[Mapping[str, str]]) -> _zwang.Sweep:
    """What [sweep] or plus_minus ask, or what is given instead."""
    asked = _zwang.asked_sweep(model) or _zwang.Sweep()
    if vary is not None:
        asked.clear_vary()
        kinds = []
        for name, given in vary.items():
            kind, numbers = spread_of(name, given)
            kinds.append(kind)
            asked.add_vary(name, kind, numbers)
        asked.scheme = "grid" if all(kind == "values" for kind in kinds) else "sobol"
        asked.runs = 0
    elif not asked.varies:
        raise ValueError("the model has no [sweep], and no parameter has plus_minus: give vary")
    if watch is not None:
        asked.clear_watch()
        for name, formula in watch.items():
            asked.add_watch(name, formula)
    return asked
