# SPDX-License-Identifier: Apache-2.0
"""Parameters and starts from measurements."""
from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List

import numpy as np

from . import _zwang
from ._told import Told

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._model import Model

    Array = NDArray[np.float64]


class Fit(Told):
    """Parameters and starts that fit measurements; `Model.fit` makes one.

    What the JSON of ``zwang fit`` has is here by its name too: `estimates`, `columns`, `correlation`, `chi_squared`,
    `freedom`, `notes`.

    >>> import numpy as np, zwang
    >>> m = zwang.Model('''
    ... [parameters]
    ... k = 4
    ... [coordinates]
    ... x = { start = 1 }
    ... [free]
    ... lagrangian = "x'^2/2 - k*x^2/2"
    ... ''')
    >>> t = np.linspace(0, 2, 21)
    >>> fit = m.fit({"t": t, "x": np.cos(1.9*t)}, ["k"])
    >>> round(fit.values["k"], 6), fit.converged
    (3.61, True)
    >>> bool(fit.deviations["k"] < 1e-6), fit.model.parameters["k"] == fit.values["k"]
    (True, True)
    """

    def __init__(self, model: "Model", numbers: _zwang.FitResult) -> None:
        self._numbers, self._asked = numbers, model
        #: the model with the parameters that were found
        self.model = model.with_(**numbers.settings) if numbers.settings else model
        self.names: List[str] = numbers.names
        #: formulas that are all that is determined of some unknowns: "m*l^2"
        self.only: List[str] = numbers.only
        self.values: Dict[str, float] = dict(zip(self.names, numbers.values.tolist()))
        #: standard deviations; infinite where nothing determines a value
        self.deviations: Dict[str, float] = dict(zip(self.names, numbers.deviations.tolist()))
        #: in the order of `names`
        self.covariance: Array = numbers.covariance
        self.converged: bool = numbers.converged
        self.text: str = numbers.text

    def _tell(self) -> str:
        return _zwang.fit_json(self._numbers, self._asked._model)

    def __repr__(self) -> str:
        return f"<zwang.Fit: {self.text}>"
