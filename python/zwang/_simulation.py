# SPDX-License-Identifier: Apache-2.0
"""A motion whose clock is the caller's: controllers, game loops, co-simulation."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _zwang
from ._names import unknown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._model import Model

    Array = NDArray[np.float64]
    Law = Callable[[float, Array, Array], Any]


class Event(NamedTuple):
    """Something that came to pass: what ("event", "impact", "slip", …), of which name, when."""

    what: str
    name: str
    t: float
    q: Array
    v: Array
    text: str


class Simulation:
    """A motion that goes as far as it is asked to; `Model.simulation` makes one.

    However often you stop, the states are samples of one run. `apply` and `set` change forces and
    parameters between steps; `copy.copy` is a checkpoint, which goes on with the same bits.

    >>> import copy, zwang
    >>> m = zwang.Model('''
    ... [parameters]
    ... k = 4
    ... [coordinates]
    ... x = { start = 1 }
    ... [free]
    ... lagrangian = "x'^2/2 - k*x^2/2"
    ... ''')
    >>> s = m.simulation(tolerance=1e-10)
    >>> s.advance(0.5), s.t
    (True, 0.5)
    >>> round(s["x"], 6)
    0.540302
    >>> before = copy.copy(s)
    >>> s.set(k=9)
    >>> s.apply(x=2.0)
    >>> s.advance(1)
    True
    >>> before.t
    0.5
    """

    def __init__(self, model: "Model", numbers: _zwang.Simulation) -> None:
        self._model, self._numbers = model, numbers

    @property
    def model(self) -> "Model":
        """The model, with the parameters as they are now."""
        return self._model

    @property
    def state(self) -> Tuple[float, Array, Array]:
        """t, coordinates and rates."""
        return self._numbers.state()

    @property
    def t(self) -> float:
        """The time."""
        return self._numbers.state()[0]

    @property
    def q(self) -> Array:
        """The coordinates, in the order of the model's; read-only, and no view of what moves on."""
        return self._numbers.state()[1]

    @property
    def v(self) -> Array:
        """Their rates."""
        return self._numbers.state()[2]

    def __getitem__(self, name: str) -> float:
        """A coordinate or a rate now, by its name: ``s["bob.x"]``, ``s["bob.x'"]``."""
        _, q, v = self._numbers.state()
        model = self._model
        if name in model.coordinates:
            return float(q[model.coordinates.index(name)])
        if name in model.rates and len(model.rates) == len(v):
            return float(v[model.rates.index(name)])
        raise KeyError(unknown("coordinate or rate", name, [*model.coordinates, *model.rates]))

    @property
    def energy(self) -> float:
        """Kinetic and potential energy now."""
        return self._numbers.energy()

    @property
    def success(self) -> bool:
        """Whether it went where it was asked to."""
        return self.status == "ok"

    @property
    def status(self) -> str:
        """"ok", or the word for what ended it, as in a run: "event", "contradiction", …"""
        return self._numbers.ending()

    @property
    def message(self) -> str:
        """How it went, in sentences."""
        return self._numbers.message()

    @property
    def events(self) -> List[Event]:
        """What came to pass in the last call of `advance` or `advance_to`."""
        return [Event(*event) for event in self._numbers.events()]

    def advance(self, dt: float) -> bool:
        """Goes on by dt. False where it came less far: `status` and `message` say why. An event with
        the action "stop" stops it short, and the next call goes on."""
        if not dt >= 0:
            raise ValueError(f"dt: must be a time ahead (got {dt})")
        return self.advance_to(self.t + dt)

    def advance_to(self, t: float) -> bool:
        """Goes on to the time t, which must not be before the present one."""
        if self._numbers.advance_to(t):
            raise KeyboardInterrupt("the simulation was interrupted")
        return self.success

    def apply(self, on: Optional[str] = None, force: Union[ArrayLike, Law, None] = None,
              **values: ArrayLike) -> None:
        """A force acts from now on, until another one on the same does.

        ``s.apply("bob", [1, 0])`` on a particle, ``s.apply(theta=3.0)`` on a coordinate, ``s.apply("arm",
        [fx, fy, fz, tx, ty, tz])`` on a body, at its center of mass, in the axes of the world. A function
        of t, q and v is asked at every stage of every step. A keyword that is a parameter is set.
        """
        if (on is None) != (force is None):
            raise TypeError("apply takes what the force acts on, and the force")
        if on is not None and force is not None:
            if callable(force):
                self._numbers.follow(on, force)
            else:
                self._numbers.apply(on, np.atleast_1d(_zwang.numbers(force, on)))
        parameters = {name: value for name, value in values.items()
                      if name in self._model.parameters}
        for name, value in values.items():
            if name not in parameters:
                self.apply(name, value)
        if parameters:
            self.set(**parameters)  # type: ignore[arg-type]

    def set(self, **parameters: float) -> None:
        """Parameters have other values from now on; the state is moved onto constraints that differ."""
        for name in parameters:
            if name not in self._model.parameters:
                raise ValueError(unknown("parameter", name, self._model.parameters))
        self._numbers.set(parameters)
        self._model = self._model._of(self._numbers.model())

    def set_state(self, t: Optional[float] = None, q: Optional[ArrayLike] = None,
                  v: Optional[ArrayLike] = None, **values: float) -> None:
        """Goes on from another state: what is not given stays. ``s.set_state(v=[0, 0])``, and with names
        that are no keywords ``s.set_state(**{"bob.x'": 1})``. It is moved onto the constraints."""
        t0, q0, v0 = self.state
        q1 = np.array(q0 if q is None else _zwang.numbers(q, "q"))
        v1 = np.array(v0 if v is None else _zwang.numbers(v, "v"))
        for name, value in values.items():
            known = [*self._model.coordinates, *self._model.rates]
            if name in self._model.coordinates:
                q1[self._model.coordinates.index(name)] = value
            elif name in self._model.rates and len(self._model.rates) == len(v1):
                v1[self._model.rates.index(name)] = value
            else:
                raise ValueError("state: " + unknown("coordinate or rate", name, known))
        self._numbers.set_state(t0 if t is None else t, q1, v1)

    def __copy__(self) -> "Simulation":
        return Simulation(self._model, self._numbers.copy())

    def __deepcopy__(self, memo: Mapping[int, Any]) -> "Simulation":
        return self.__copy__()

    def copy(self) -> "Simulation":
        """A checkpoint: it goes on with the same bits."""
        return self.__copy__()

    def __repr__(self) -> str:
        return f"<zwang.Simulation of {self._model.title or self._model.source!r} at t = {self.t:g}>"
