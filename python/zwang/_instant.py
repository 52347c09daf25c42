# SPDX-License-Identifier: Apache-2.0
"""One instant of a model."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable

from . import _zwang
from ._names import unknown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._model import Model

    Array = NDArray[np.float64]


class ModelInstant:
    """One instant of a model: M, Q, A, b and what Gauss's principle makes of them; `Model.instant` makes one.

    All that `zwang.Instant` has is here too: `acceleration`, `multipliers`, `constraint_force`, `rank`, `status`.

    >>> import zwang
    >>> m = zwang.Model('''
    ... [[particles]]
    ... name     = "bob"
    ... mass     = 2
    ... position = [1, 0]
    ... [free]
    ... gravity = [0, -10]
    ... [[constraints]]
    ... name     = "rod"
    ... equation = "bob.x^2 + bob.y^2 = 1"
    ... ''')
    >>> now = m.instant(q=[0, -1])
    >>> now["bob.y"], round(now.forces["bob.y"], 9), now.rank
    (0.0, 20.0, 1)
    """

    def __init__(self, model: "Model", numbers: _zwang.ModelInstant) -> None:
        self._model, self._numbers = model, numbers

    def __getattr__(self, name: str) -> Any:
        for source in (self._numbers, self._numbers.instant):
            if not name.startswith("_") and hasattr(source, name):
                return getattr(source, name)
        raise AttributeError(unknown("attribute", name, dir(self)))

    def __dir__(self) -> Iterable[str]:
        names = {*super().__dir__(), *dir(self._numbers), *dir(self._numbers.instant)}
        return sorted(name for name in names if not name.startswith("_") or name.startswith("__"))

    def __getitem__(self, name: str) -> float:
        """The acceleration of a coordinate."""
        if name not in self._model.coordinates:
            raise KeyError(unknown("coordinate", name, self._model.coordinates))
        return float(self._numbers.instant.acceleration[self._model.coordinates.index(name)])

    @property
    def forces(self) -> Dict[str, float]:
        """The force of all constraints along each coordinate."""
        force = self._numbers.instant.constraint_force
        return dict(zip(self._model.coordinates, force.tolist()))

    def __repr__(self) -> str:
        return repr(self._numbers.instant)
