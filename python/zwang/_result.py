# SPDX-License-Identifier: Apache-2.0
"""Results: columns by name, and the truth about them."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np

from . import _zwang
from ._names import namespace, unknown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._model import Model

    Array = NDArray[np.float64]
    Columns = Mapping[str, Array]
else:
    Columns = Mapping


class _Table(Columns):
    """Columns by name: read-only views of the library's own memory, not copies."""

    def __init__(self) -> None:
        self._kept: Dict[str, Array] = {}
        self._store: Any = None
        self._model: Optional["Model"] = None
        self._columns: List[str] = []
        self._json: str = ""
        self._path: str = ""

    def _fill(self, model: "Model", store: Any) -> None:
        self._model, self._store, self._columns = model, store, list(store.columns)
        self.message: str = store.message()
        self.status: str = store.ending()

    def _fill_from(self, record: _zwang.Record, path: str) -> None:
        self._store, self._columns, self._path = record, list(record.columns), path
        self._json = record.json()
        told = json.loads(self._json)
        self.message, self.status = told["message"], told["status"]

    @property
    def model(self) -> "Model":
        """What it is a result of. Of one that was read from a file it is compiled when it is asked for."""
        if self._model is None:
            from ._model import Model
            self._model = Model._of(self._store.model())
        return self._model

    @property
    def success(self) -> bool:
        """Whether it came to its end as asked."""
        return self.status in ("ok", "event")

    @property
    def columns(self) -> List[str]:
        """The names of all columns."""
        return list(self._columns)

    @property
    def summary(self) -> Any:
        """Everything about it, with dots: ``run.summary.energy.drift``."""
        if not self._json:
            self._json = self._store.json()
        return namespace(json.loads(self._json))

    @property
    def findings(self) -> List[Any]:
        """Warnings and notes in words."""
        return getattr(self.summary, "findings", [])

    def _fetch(self, name: str) -> Array:
        if name not in self._kept:
            if self._store is None:
                raise KeyError(unknown("column", name, self._columns))
            try:
                self._kept[name] = self._store.view(name, 0)
            except ValueError:
                raise KeyError(unknown("column", name, self._columns)) from None
        return self._kept[name]

    def __getitem__(self, name: str) -> Array:
        """A column, (N,); or all that begin so, `run["bob"]`, `run["force(rod)"]`, (N, k)."""
        if name not in self._columns:
            parts = [column for column in self._columns
                     if column.startswith(name + ".") and "'" not in column[len(name):]]
            if parts:
                return self._beside(name, parts)
        return self._fetch(name)

    def _beside(self, key: str, names: List[str]) -> Array:
        """Columns as a matrix: where they stand side by side, as they stand."""
        if key not in self._kept:
            first = self._columns.index(names[0])
            if self._store is not None and self._columns[first:first + len(names)] == names:
                self._kept[key] = self._store.view(names[0], len(names))
            else:
                self._kept[key] = np.stack([self._fetch(name) for name in names], axis=1)
                self._kept[key].flags.writeable = False
        return self._kept[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __getstate__(self) -> Dict[str, Any]:
        for name in self._columns:
            self._fetch(name)
        self.summary  # the JSON is kept
        self.model  # one that was read has it in its file only
        kept = {name: self._kept[name] for name in self._columns}
        return {**self.__dict__, "_kept": kept, "_store": None, "_path": ""}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)
        for column in self._kept.values():
            column.flags.writeable = False

    def to_frame(self) -> Any:
        """A pandas.DataFrame of all columns (pandas must be installed)."""
        import pandas  # type: ignore
        return pandas.DataFrame({name: self._fetch(name) for name in self._columns})

    def save(self, path: "os.PathLike[str] | str") -> None:
        """Writes a file: .csv, .h5 (the record), .json (the summary) or .html (the page)."""
        path = os.fspath(path)
        kind = os.path.splitext(path)[1]
        if kind not in (".csv", ".h5", ".json", ".html"):
            raise ValueError(f"path: '{path}' must end in .csv, .h5, .json or .html")
        if kind == ".json":
            self.summary
            with open(path, "w", encoding="utf-8") as file:
                file.write(self._json)
            return
        if self._store is None:
            raise ValueError("a result that was pickled has its columns and summary only; run again")
        if kind == ".csv":
            self._store.write_csv(path)
        elif self._path and kind == ".h5":
            import shutil
            shutil.copyfile(self._path, path)
        elif self._path:
            _zwang.write_report(self._path, path)
        elif kind == ".h5":
            self._store.write_hdf5(path)
        else:
            import tempfile
            with tempfile.TemporaryDirectory() as folder:
                record = os.path.join(folder, "run.h5")
                self._store.write_hdf5(record)
                _zwang.write_report(record, path)

    def _repr_html_(self) -> str:
        """The page, in a notebook."""
        if self._store is None:
            return f"<pre>{self!r}</pre>"
        import base64
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.html")
            self.save(path)
            with open(path, "rb") as file:
                page = base64.b64encode(file.read()).decode("ascii")
        return (f'<iframe src="data:text/html;base64,{page}" width="100%" height="720" '
                'style="border:0"></iframe>')


class Run(_Table):
    """A motion: columns by name (`run["bob.x"]`), and SciPy's names beside them."""

    @classmethod
    def _of(cls, model: "Model", store: Any) -> "Run":
        run = cls()
        run._fill(model, store)
        run.sensitivities = {by: (q, v) for by, q, v in store.sensitivities()}
        return run

    @classmethod
    def _from(cls, record: _zwang.Record, path: str) -> "Run":
        run = cls()
        run._fill_from(record, path)
        run.sensitivities = {}
        for by, told in json.loads(run._json).get("sensitivities", {}).items():
            numbers = np.array(list(told.values()), dtype=float)  # of coordinates, then of rates
            run.sensitivities[by] = (numbers[:len(numbers) // 2], numbers[len(numbers) // 2:])
        return run

    #: by parameter or start value: ∂ of the end, (coordinates, rates)
    sensitivities: Dict[str, Tuple[Array, Array]]

    @property
    def t(self) -> Array:
        """Times of the samples, (N,)."""
        return self._fetch("t")

    @property
    def q(self) -> Array:
        """Coordinates, (N, n), in the order of `model.coordinates`."""
        return self._beside("(q)", self.model.coordinates)

    @property
    def v(self) -> Array:
        """Rates, (N, n), in the order of `model.rates`."""
        return self._beside("(v)", self.model.rates)

    @property
    def y(self) -> Array:
        """Coordinates and rates as SciPy has them, (2n, N)."""
        both: Array = np.concatenate([self.q, self.v], axis=1).T
        return both

    @property
    def t_events(self) -> Dict[str, Array]:
        """Times of events, contacts and impacts, by name."""
        times: Dict[str, List[float]] = {}
        for event in getattr(self.summary, "events", []):
            times.setdefault(event.name, []).append(event.t)
        return {name: np.array(found) for name, found in times.items()}

    @property
    def errors(self) -> Dict[str, float]:
        """± of each number at the end, by name (nan: unknown). Empty unless `run(error=True)`;
        ``run.summary.error.message`` says more."""
        self.summary
        values = json.loads(self._json).get("error", {}).get("values", {})
        return {name: float("nan") if one["error"] is None else one["error"]
                for name, one in values.items()}

    @property
    def reductions(self) -> Dict[str, float]:
        """The numbers of the whole run that [[observe]] asks for: `run.reductions["peak"]`."""
        self.summary  # the JSON is kept
        told = json.loads(self._json).get("reductions", {})
        return {name: float("nan") if one["value"] is None else one["value"]
                for name, one in told.items()}

    def sol(self, t: ArrayLike) -> Array:
        """Coordinates between the samples, (n,) or (n, k): a cubic through values and rates."""
        times = np.atleast_1d(np.asarray(t, dtype=float))
        if len(self.model.rates) != len(self.model.coordinates):
            raise ValueError("sol: not for models with ball or free joints; take more samples")
        if times.size and not (self.t[0] <= times.min() and times.max() <= self.t[-1]):
            raise ValueError(f"t: must lie between {self.t[0]} and {self.t[-1]}")
        i = np.clip(np.searchsorted(self.t, times, side="right") - 1, 0, len(self.t) - 2)
        h = (self.t[i + 1] - self.t[i])[:, None]
        s = (times - self.t[i])[:, None] / np.where(h > 0, h, 1)
        q0, q1, v0, v1 = self.q[i], self.q[i + 1], h * self.v[i], h * self.v[i + 1]
        q = ((1 + 2 * s) * q0 + s * v0) * (1 - s) ** 2 + ((3 - 2 * s) * q1 - (1 - s) * v1) * s ** 2
        found: Array = q[0] if np.ndim(t) == 0 else q.T
        return found

    def __repr__(self) -> str:
        return f"<zwang.Run: {self.status}, {len(self.t)} samples, {len(self)} columns; {self.message}>"


class Extremals(_Table):
    """Extremals, least action first: columns of all of them, or one by its number."""

    @classmethod
    def _of(cls, model: "Model", store: Any) -> "Extremals":
        extremals = cls()
        extremals._fill(model, store)
        extremals.count = store.count
        return extremals

    @classmethod
    def _from(cls, record: _zwang.Record, path: str) -> "Extremals":
        extremals = cls()
        extremals._fill_from(record, path)
        extremals.count = len(json.loads(extremals._json)["extremals"])
        return extremals

    #: how many were found
    count: int

    @property
    def curves(self) -> List[Any]:
        """What each of them is: action, verdict, index, conjugate times."""
        curves: List[Any] = self.summary.extremals
        return curves

    def curve(self, number: int) -> Dict[str, Array]:
        """The columns of one of them; 0 is the one with the least action."""
        if not -self.count <= number < self.count:
            raise IndexError(f"there are {self.count} extremals")
        each = len(self._fetch(self._columns[0])) // self.count
        at = slice(number % self.count * each, (number % self.count + 1) * each)
        return {name: self._fetch(name)[at] for name in self._columns}

    def __repr__(self) -> str:
        return f"<zwang.Extremals: {self.status}, {self.count} found; {self.message}>"


def read(path: "os.PathLike[str] | str") -> Union[Run, Extremals]:
    """Results from a file that `save`, or the program, wrote: .h5, the same access as to those of `run`.

    >>> import os, tempfile, zwang
    >>> model = zwang.Model('''
    ... [coordinates]
    ... x = { start = 1 }
    ... [free]
    ... lagrangian = "x'^2/2 - x^2/2"
    ... ''')
    >>> run = model.run(1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run.save(os.path.join(folder, "run.h5"))
    ...     again = zwang.read(os.path.join(folder, "run.h5"))
    >>> bool((again["x"] == run["x"]).all()), again.success
    (True, True)
    """
    path = os.fspath(path)
    record = _zwang.read_record(path)
    return Extremals._from(record, path) if record.of_extremals else Run._from(record, path)
