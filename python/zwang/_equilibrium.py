# SPDX-License-Identifier: Apache-2.0
"""Rest."""
from __future__ import annotations

from typing import TYPE_CHECKING

from . import _zwang
from ._names import unknown

if TYPE_CHECKING:
    from ._instant import ModelInstant
    from ._model import Model


class Equilibrium:
    """A state of rest: `.q`, `.stability`, `rest["bob.x"]`, and `.instant`, with the forces that hold it."""

    def __init__(self, model: "Model", numbers: _zwang.Equilibrium) -> None:
        self.model = model
        #: t, coordinates and rates, as `start` of a run takes them
        self.state = numbers.state()
        self.t, self.q, self.v = self.state
        #: "stable", "neutral", "unstable", or "undecided": contacts or friction hold it
        self.stability = numbers.stability
        #: of an unstable one: small motions grow as exp(growth t)
        self.growth = numbers.growth
        #: of each coordinate: q ± error; nan where it is unknown
        self.error = numbers.error
        #: the largest change of a coordinate, from the start
        self.moved, self.message = numbers.moved, numbers.text

    def __getitem__(self, name: str) -> float:
        if name not in self.model.coordinates:
            raise KeyError(unknown("coordinate", name, self.model.coordinates))
        return float(self.q[self.model.coordinates.index(name)])

    @property
    def instant(self) -> ModelInstant:
        """Everything about the instant at rest: `.forces`, `.multipliers`."""
        return self.model.instant(*self.state)

    def __repr__(self) -> str:
        return f"<zwang.Equilibrium: {self.message}>"
