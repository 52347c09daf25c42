# SPDX-License-Identifier: Apache-2.0
"""Small motions near a state."""
from __future__ import annotations

from typing import TYPE_CHECKING, List, Tuple

import numpy as np

from . import _zwang
from ._told import Told

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._model import Model

    Array = NDArray[np.float64]


class Linear(Told):
    """x' = A x + B u, y = C x + D u near a state; ``scipy.signal.StateSpace(*linear.system)``.

    What the JSON of ``zwang linear`` has is here by its name too: `kind`, `stability`, `message`, `modes`, `cyclic`,
    `nonholonomic`, `response`.

    >>> import zwang
    >>> m = zwang.Model('''
    ... [parameters]
    ... push = 0
    ... [coordinates]
    ... x = 0
    ... [free]
    ... lagrangian = "x'^2/2 - 2*x^2 + push*x"
    ... ''')
    >>> small = m.linear(inputs=["push"], outputs=["x"])
    >>> small.states, small.A.tolist(), small.B.tolist()
    (['x', "x'"], [[0.0, 1.0], [-4.0, 0.0]], [[0.0], [1.0]])
    >>> small.stability
    'neutral'
    """

    def __init__(self, model: "Model", numbers: _zwang.LinearModel) -> None:
        self._numbers = numbers
        self.model = model
        self.A: Array
        self.B: Array
        self.C: Array
        self.D: Array
        self.A, self.B, self.C, self.D = numbers.A, numbers.B, numbers.C, numbers.D
        self.states: List[str] = numbers.states
        self.inputs: List[str] = numbers.inputs
        self.outputs: List[str] = numbers.outputs
        self.eigenvalues: NDArray[np.complex128] = np.array(numbers.eigenvalues, dtype=complex)
        #: transmission zeros, where there are inputs and outputs
        self.zeros: NDArray[np.complex128] = np.array(numbers.zeros, dtype=complex)

    @property
    def system(self) -> Tuple[Array, Array, Array, Array]:
        """(A, B, C, D), as SciPy takes them."""
        return self.A, self.B, self.C, self.D

    def _tell(self) -> str:
        return _zwang.linear_json(self._numbers, self.model._model)

    def __repr__(self) -> str:
        return f"<zwang.Linear: {len(self.states)} states; {self._numbers.text}>"
