# SPDX-License-Identifier: Apache-2.0
"""Accelerations as a function of the state, for integrators, filters and optimisers of your own."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence, Tuple

from . import _zwang

if TYPE_CHECKING:  # at run time this would take a third of the time that importing the package takes
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ._model import Model

    Array = NDArray[np.float64]


class Tangent(NamedTuple):
    """The acceleration at a state, and how it answers: a row for each acceleration."""

    acceleration: Array
    by_coordinate: Array
    by_rate: Array
    by_parameter: Array


class Accelerations:
    """Accelerations of a model at states of yours; `Model.accelerations` makes one. One thread at a time.

    >>> import numpy as np, zwang
    >>> m = zwang.Model('''
    ... [parameters]
    ... k = 4
    ... [coordinates]
    ... x = { start = 1 }
    ... [free]
    ... lagrangian = "x'^2/2 - k*x^2/2"
    ... ''')
    >>> f = m.accelerations(by=["k"])
    >>> f([0.5], [0]).tolist()
    [-2.0]
    >>> f(np.array([[0.5, 1, 2]]), np.zeros((1, 3))).tolist()  # three states side by side
    [[-2.0, -4.0, -8.0]]
    >>> there = f.tangent([0.5], [0])
    >>> there.by_coordinate.tolist(), there.by_parameter.tolist()
    ([[-4.0]], [[-0.5]])
    >>> f.forward([0.5], [0], dq=[1], dp=[2]).tolist()
    [-5.0]
    >>> [part.tolist() for part in f.reverse([0.5], [0], [1])]
    [[-4.0], [0.0], [-0.5]]
    """

    def __init__(self, model: "Model", by: Sequence[str] = ()) -> None:
        self.model, self.by = model, list(by)
        self._numbers = _zwang.Accelerations(model._model, self.by)
        self._at: Any = None
        #: the word of each state of the last call: "ok", "contradictory", …
        self.status: List[str] = []

    def __call__(self, q: ArrayLike, v: ArrayLike, t: ArrayLike = 0.0) -> Array:
        """Accelerations (n,) of coordinates and rates (n,); or (n, k) of (n, k), a state in each column.
        Of a system of first order these are the rates themselves, and `v` is not looked at."""
        found, self.status = self._numbers.solve(t, q, v)
        return found

    def _go_to(self, q: ArrayLike, v: ArrayLike, t: float) -> None:
        at = (_zwang.numbers(q, "q").tobytes(), _zwang.numbers(v, "v").tobytes(), t)
        if at == self._at:
            return
        self._at = None
        status = self._numbers.differentiate(t, q, v)
        if status not in ("ok", "contradictory"):
            raise ValueError(f"q, v: the acceleration has no derivative at this state: {status}")
        self.status, self._at = [status], at

    def tangent(self, q: ArrayLike, v: ArrayLike, t: float = 0.0) -> Tangent:
        """The acceleration and its derivatives by coordinates, rates (n, n) and the parameters `by` (n, p)."""
        self._go_to(q, v, t)
        return Tangent(self._numbers.acceleration(), *self._numbers.tangent())

    def forward(self, q: ArrayLike, v: ArrayLike, t: float = 0.0, *, dq: Optional[ArrayLike] = None,
                dv: Optional[ArrayLike] = None, dp: Optional[ArrayLike] = None) -> Array:
        """How the acceleration changes along a direction, without its matrices."""
        self._go_to(q, v, t)
        return self._numbers.forward(dq, dv, dp)

    def reverse(self, q: ArrayLike, v: ArrayLike, w: ArrayLike,
                t: float = 0.0) -> Tuple[Array, Array, Array]:
        """w times the derivatives by coordinates, rates and parameters, without their matrices."""
        self._go_to(q, v, t)
        return self._numbers.reverse(w)
