# SPDX-License-Identifier: Apache-2.0
"""Motions that return."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import _zwang
from ._told import Told

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._model import Model

    Array = NDArray[np.float64]


class Periodic(Told):
    """A periodic motion; `Model.periodic` makes one.

    What the JSON of ``zwang periodic`` has is here by its name too: `start`, `stability`, `family`, `branch`.

    >>> import zwang
    >>> m = zwang.Model('''
    ... [coordinates]
    ... x = { start = 2 }
    ... [free]
    ... lagrangian = "x'^2/2 - x^2/2"
    ... [[forces]]
    ... on    = "x"
    ... force = "(1 - x^2)*x'"
    ... ''')
    >>> motion = m.periodic(guess=6.3)  # van der Pol's
    >>> round(motion.period, 6), motion.stability
    (6.663287, 'asymptotically stable')
    """

    def __init__(self, model: "Model", numbers: _zwang.PeriodicResult) -> None:
        self._numbers = numbers
        self.model = model
        self.period: float = numbers.period
        self.text: str = numbers.text
        #: Floquet's, largest first
        self.multipliers: NDArray[np.complex128] = np.array(numbers.multipliers, dtype=complex)

    def _tell(self) -> str:
        return _zwang.periodic_json(self._numbers, self.model._model)

    def __repr__(self) -> str:
        return f"<zwang.Periodic: period {self.period:.6g}; {self.text}>"
