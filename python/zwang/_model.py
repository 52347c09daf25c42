# SPDX-License-Identifier: Apache-2.0
"""Models: read, looked into, run."""
from __future__ import annotations

import json
import os
from types import MappingProxyType
from typing import (TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple,
                    Union)

import numpy as np

from . import _zwang
from ._accelerations import Accelerations
from ._equilibrium import Equilibrium
from ._fit import Fit
from ._instant import ModelInstant
from ._linear import Linear
from ._names import namespace, unknown
from ._periodic import Periodic
from ._result import Extremals, Run
from ._simulation import Simulation
from ._sweep import Sweep, asked_of
from ._text import text_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._simulation import Law

    Array = NDArray[np.float64]
    Start = Union[Mapping[str, float], Tuple[float, ArrayLike, ArrayLike]]


class Model:
    """A compiled model, from the text of a model file, or from dicts with the same words. Immutable; threads
    may share it.

    Settings replace parameters: ``Model(text, l=1.2)``. A model pickles by its text and settings.

    >>> import zwang
    >>> model = zwang.Model({
    ...     "particles": [{"name": "bob", "mass": 1, "position": [1, 0]}],
    ...     "free": {"gravity": [0, -9.81]},
    ...     "constraints": [{"name": "rod", "equation": "bob.x^2 + bob.y^2 = 1"}],
    ... })
    >>> model.freedom
    1
    """

    _accelerations: Optional[Accelerations] = None  # of `rate`

    def __init__(self, text: Union[str, Mapping[str, Any]], *, source: str = "model",
                 **settings: float) -> None:
        self._model = _zwang.Model(text if isinstance(text, str) else text_of(text), source, settings)

    @property
    def coordinates(self) -> List[str]:
        """The names of the coordinates, in the order of `q`."""
        return self._model.coordinates

    @property
    def rates(self) -> List[str]:
        """What results call the rates, in the order of `v`: "bob.x'"; of ball and free joints "top.joint_omega.x"."""
        return self._model.rates

    @property
    def forces(self) -> List[str]:
        """What forces act along, as many as rates."""
        return self._model.forces

    @property
    def bodies(self) -> List[str]:
        """The names of the bodies, parents first."""
        return self._model.bodies

    @property
    def constraints(self) -> List[str]:
        """The names of the constraints."""
        return self._model.constraints

    @property
    def observables(self) -> List[str]:
        """What [[observe]] asks for."""
        return self._model.observables

    @property
    def controls(self) -> List[str]:
        """Unknown forces that servo constraints determine."""
        return self._model.controls

    @property
    def events(self) -> List[str]:
        """The names of the events."""
        return self._model.events

    @property
    def title(self) -> str:
        """What the file calls itself."""
        return self._model.title

    @property
    def text(self) -> str:
        """The text that it was read from."""
        return self._model.text

    @property
    def source(self) -> str:
        """The name of the file."""
        return self._model.source

    @property
    def compiled_for(self) -> str:
        """Where `with_` had to compile: a sentence why; else empty."""
        return self._model.compiled_for

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(unknown("attribute", name, dir(Model)))

    @property
    def parameters(self) -> Mapping[str, float]:
        """Values by name, with the settings in force."""
        return MappingProxyType(dict(zip(self._model.parameter_names,
                                         self._model.parameter_values)))

    def with_(self, **settings: Union[float, str]) -> "Model":
        """The same model with other values of parameters, numbers or texts with units: "40 cm". Compiles only where a value decides what
        the model is made of; `compiled_for` says so then."""
        for name in settings:
            if name not in self.parameters:
                raise ValueError(unknown("parameter", name, self.parameters))
        return self._of(self._model.with_({
            name: self._model.quantity(name, value) if isinstance(value, str) else value
            for name, value in settings.items()}))

    def unit(self, name: str) -> str:
        """What a parameter, a coordinate, a rate or an observable is measured in: "m", "rad/s". Empty
        for a plain number, and in a model without units."""
        return self._model.unit(name)

    @staticmethod
    def _of(numbers: _zwang.Model) -> "Model":
        other = Model.__new__(Model)
        other._model = numbers
        return other

    @property
    def start(self) -> Tuple[float, Array, Array]:
        """t, coordinates and rates at the start, as given."""
        return self._model.start()

    def check(self) -> Any:
        """Degrees of freedom, redundant and contradictory constraints: `.freedom`, `.findings`."""
        return namespace(json.loads(self._model.check_json()))

    @property
    def freedom(self) -> int:
        """Degrees of freedom at the start."""
        return int(self.check().freedom)

    def derive(self, form: str = "text") -> str:
        """The explicit equations of motion, as "text" or "latex"."""
        if form not in ("text", "latex"):
            raise ValueError(f"form is '{form}'; it must be 'text' or 'latex'")
        return self._model.derive(form == "latex")

    def rate(self, t: float, y: ArrayLike) -> Array:
        """y' of y = (coordinates, rates), for SciPy's integrators and your own; of a system of first order
        y are the coordinates alone. With (2n, k) columns are states, as of SciPy's `vectorized`.

        >>> import zwang
        >>> m = zwang.Model('''
        ... [coordinates]
        ... x = { start = 1 }
        ... [free]
        ... lagrangian = "x'^2/2 - x^2/2"
        ... ''')
        >>> m.rate(0, [1, 0.5]).tolist()
        [0.5, -1.0]
        """
        if len(self.rates) != len(self.coordinates):
            raise ValueError("y: is not enough for a model with ball or free joints")
        state, n = _zwang.numbers(y, "y"), len(self.coordinates)
        size = n if self._model.first_order else 2 * n
        if state.ndim not in (1, 2) or len(state) != size:
            raise ValueError(f"y: has {len(state) if state.ndim else 1} numbers; it must have {size}, "
                             + ("coordinates" if size == n else "coordinates and rates"))
        if self._accelerations is None:
            self._accelerations = self.accelerations()
        if size == n:
            return self._accelerations(state, np.zeros_like(state), t)
        found: Array = np.concatenate([state[n:], self._accelerations(state[:n], state[n:], t)])
        return found

    def accelerations(self, by: Sequence[str] = ()) -> Accelerations:
        """Accelerations as a function of the state: of many states at once, and their derivatives by
        coordinates, rates and the parameters `by`, as matrices and as products with vectors."""
        return Accelerations(self, by)

    def equilibrium(self, start: Optional[Start] = None, **settings: float) -> Equilibrium:
        """A state of rest near the start, which is given as in `run`; ValueError where none is found.

        >>> import zwang
        >>> m = zwang.Model('''
        ... [coordinates]
        ... x = { start = 1 }
        ... [free]
        ... lagrangian = "x'^2/2 - 2*x^2 - 3*x"
        ... ''')
        >>> rest = m.equilibrium()
        >>> rest["x"], rest.stability
        (-0.75, 'stable')
        """
        model = self.with_(**settings) if settings else self
        found = model._model.equilibrium(*(model.start if start is None else model._state(start)))
        if found.problem:
            raise ValueError(found.problem)
        return Equilibrium(model, found)

    def instant(self, t: float = 0.0, q: Optional[ArrayLike] = None,
                v: Optional[ArrayLike] = None) -> ModelInstant:
        """Everything about one state; the start where none is given."""
        _, q0, v0 = self.start
        return ModelInstant(self, self._model.instant(t, q0 if q is None else q,
                                                      v0 if v is None else v))

    def run(self, duration: Optional[float] = None, *, tolerance: Optional[float] = None,
            absolute: Optional[float] = None, samples: Optional[int] = None,
            every: Optional[float] = None, every_step: Optional[bool] = None,
            method: Optional[str] = None, kernel: Optional[str] = None,
            step: Optional[float] = None, start: Optional[Start] = None,
            sensitivity: Sequence[str] = (), forces: Optional[Mapping[str, Law]] = None,
            error: bool = False, **settings: float) -> Run:
        """The motion from the start. What is not given is as [simulate] of the model says.

        Other keywords are parameters: ``model.run(10, l=1.2)``. `start` replaces single values by name,
        ``{"bob.x": 0.6, "bob.x'": 1}``, or is (t, q, v). Numbers that go bad do not raise: look at
        `success` and `message`. `forces` are functions of your own, besides the forces of the model:
        ``{"bob": lambda t, q, v: [0, -v[1]]}``, by what they act on: a particle, a coordinate, a body
        (force at its center of mass and torque, six numbers). They are asked at every stage of every
        step, and must depend on nothing but t, q and v; what they raise ends the run. With `error=True`
        a second run estimates how far the numbers at the end may be from the exact motion: `errors`.
        Ctrl-C ends the run within a fraction of a second and raises
        KeyboardInterrupt, whose `run` has what was computed.
        """
        if settings:
            return self.with_(**settings).run(
                duration, tolerance=tolerance, absolute=absolute, samples=samples, every=every,
                every_step=every_step, method=method, kernel=kernel, step=step, start=start,
                sensitivity=sensitivity, forces=forces, error=error)
        options = self._options(start, forces, duration=duration, tolerance=tolerance,
                                absolute=absolute, samples=samples, every=every,
                                every_step=every_step, method=method, kernel=kernel, step=step)
        options.sensitivity = list(sensitivity)
        options.error = error
        trajectory, interrupted = _zwang.run(self._model, options)
        result = Run._of(self, trajectory)
        if interrupted:
            stop = KeyboardInterrupt("the run was interrupted")
            stop.run = result  # type: ignore[attr-defined]
            raise stop
        return result

    def simulation(self, duration: Optional[float] = None, *, tolerance: Optional[float] = None,
                   absolute: Optional[float] = None, method: Optional[str] = None,
                   kernel: Optional[str] = None, step: Optional[float] = None,
                   start: Optional[Start] = None, forces: Optional[Mapping[str, Law]] = None,
                   **settings: float) -> Simulation:
        """A motion whose clock is yours; keywords as in `run`. `duration` is no end, but the scale by
        which first steps are guessed: that of the model, or 10.

        >>> import zwang
        >>> m = zwang.Model('''
        ... [[particles]]
        ... name     = "puck"
        ... mass     = 2
        ... position = [0, 0]
        ... ''')
        >>> s = m.simulation()
        >>> s.apply("puck", [4, 0])
        >>> s.advance(1)
        True
        >>> bool(abs(s.q[0] - 1) < 1e-12)
        True
        """
        model = self.with_(**settings) if settings else self
        options = model._options(start, forces, duration=duration, tolerance=tolerance,
                                 absolute=absolute, method=method, kernel=kernel, step=step)
        return Simulation(model, _zwang.Simulation(model._model, options))

    def _options(self, start: Optional[Start], forces: Optional[Mapping[str, Law]],
                 **values: Any) -> _zwang.RunOptions:
        options = _zwang.RunOptions()
        for name, value in values.items():
            if value is not None:
                setattr(options, name, value)
        if start is not None:
            options.set_start(*self._state(start))
        for on, law in (forces or {}).items():
            if not callable(law):
                raise TypeError(f"forces: '{on}' must be a function of t, q and v")
            options.set_force(on, law)
        return options

    def linear(self, at: Union[str, float, None] = None, *, start: Optional[Start] = None,
               inputs: Optional[Sequence[str]] = None, outputs: Optional[Sequence[str]] = None,
               **settings: float) -> Linear:
        """The linear equations of small motions near a state; what is not given is as [linear] says.

        `at` is "start", "equilibrium" or a time of the motion; `start` a state as in `run`. Inputs are
        parameters; outputs are coordinates, rates and observables.
        """
        model = self.with_(**settings) if settings else self
        options = _zwang.LinearOptions()
        if isinstance(at, str):
            options.at = at
        elif at is not None:
            options.t = float(at)
        if start is not None:
            options.set_state(*model._state(start))
        if inputs is not None:
            options.inputs = list(inputs)
        if outputs is not None:
            options.outputs = list(outputs)
        found, interrupted = _zwang.linearise(model._model, options)
        if interrupted:
            raise KeyboardInterrupt("the motion was interrupted")
        if found.problem:
            raise ValueError(found.problem)
        return Linear(model, found)

    def fit(self, data: Any = None, unknowns: Any = None, *,
            weights: Optional[Dict[str, float]] = None, loss: Optional[str] = None,
            tolerance: Optional[float] = None, **settings: float) -> Fit:
        """Parameters and starts that fit measurements; what is not given is as [fit] says.

        `data` is the name of a CSV file, a mapping of "t" and columns to arrays, or a list of these, one for
        each experiment. `unknowns` is a list of names, or a mapping of names to guesses, or to dicts with
        "guess" and "bounds".
        """
        model = self.with_(**settings) if settings else self
        options = _zwang.FitOptions()
        if data is not None:
            for one in data if isinstance(data, (list, tuple)) else [data]:
                if isinstance(one, (str, os.PathLike)):
                    options.add_file(os.fspath(one), {})
                else:
                    columns = {name: column for name, column in dict(one).items() if name != "t"}
                    options.add_data(one["t"], columns, {})
        if unknowns is not None:
            given = unknowns if isinstance(unknowns, dict) else {name: {} for name in unknowns}
            for name, about in given.items():
                about = about if isinstance(about, dict) else {"guess": about}
                lower, upper = about.get("bounds", (-np.inf, np.inf))
                options.add_unknown(name, about.get("guess"), lower, upper)
        if weights is not None:
            options.weights = dict(weights)
        if loss is not None:
            options.loss = loss
        if tolerance is not None:
            options.tolerance = tolerance
        found, interrupted = _zwang.fit(model._model, options)
        if interrupted:
            raise KeyboardInterrupt("the fit was interrupted")
        if found.problem:
            raise ValueError(found.problem)
        return Fit(model, found)

    def periodic(self, period: Optional[float] = None, *, guess: Optional[float] = None,
                 over: Optional[Dict[str, Tuple[float, float]]] = None,
                 start: Optional[Start] = None, tolerance: Optional[float] = None,
                 **settings: float) -> Periodic:
        """A periodic motion near the start; what is not given is as [periodic] says.

        `period` is that of a driven system; with `guess` the period is found. `over` follows the motion over
        a parameter, {"w": (0.5, 2)}.
        """
        model = self.with_(**settings) if settings else self
        options = _zwang.PeriodicOptions()
        for name, value in (("period", period), ("guess", guess), ("tolerance", tolerance)):
            if value is not None:
                setattr(options, name, float(value))
        for name, (first, last) in (over or {}).items():
            options.set_over(name, first, last)
        if start is not None:
            options.set_start(*model._state(start))
        found, interrupted = _zwang.periodic_motion(model._model, options)
        if interrupted:
            raise KeyboardInterrupt("the search was interrupted")
        if found.problem:
            raise ValueError(found.problem)
        return Periodic(model, found)

    def sweep(self, vary: Optional[Mapping[str, Any]] = None, watch: Optional[Mapping[str, str]] = None, *,
              runs: Optional[int] = None, scheme: Optional[str] = None, seed: Optional[int] = None,
              time_limit: Optional[float] = None, step_limit: Optional[int] = None, threads: int = 1,
              journal: str = "", resume: bool = False, duration: Optional[float] = None,
              tolerance: Optional[float] = None, method: Optional[str] = None,
              step: Optional[float] = None, **settings: float) -> Sweep:
        """Many runs with other values; what is not given is as [sweep] says.

        ``m.sweep({"l": (0.9, 1.1)}, {"far": "max(bob.x)"}, runs=1000)``: a pair is anywhere between, a list
        these values; or {"normal": (mean, deviation)}, {"even": (first, last, count)}. With `threads=0` as many
        at a time as there are cores; the numbers are the same for any.
        """
        model = self.with_(**settings) if settings else self
        asked = asked_of(model._model, vary, watch)
        for name, value in (("scheme", scheme), ("runs", runs), ("seed", seed),
                            ("time_limit", time_limit), ("step_limit", step_limit)):
            if value is not None:
                setattr(asked, name, value)
        options = _zwang.SweepOptions()
        options.threads, options.journal, options.resume = threads, journal, resume
        options.set_run(duration, tolerance, method, step)
        result, interrupted = _zwang.sweep(model._model, asked, options)
        if interrupted:
            raise KeyboardInterrupt("the sweep was interrupted")
        return Sweep(result)

    def extremals(self, *, all: Optional[int] = None, tolerance: Optional[float] = None,
                  method: Optional[str] = None, samples: Optional[int] = None,
                  cross_check: Optional[bool] = None, verdict: bool = True,
                  **settings: float) -> Extremals:
        """The extremals between the two ends of [extremal], least action first."""
        model = self.with_(**settings) if settings else self
        options = _zwang.ExtremalOptions()
        for name, value in (("all", all), ("tolerance", tolerance), ("method", method),
                            ("samples", samples), ("cross_check", cross_check)):
            if value is not None:
                setattr(options, name, value)
        options.verdict = verdict
        found, interrupted = _zwang.find_extremals(model._model, options)
        if interrupted:
            raise KeyboardInterrupt("the search was interrupted")
        return Extremals._of(model, found)

    def _state(self, start: Start) -> Tuple[float, ArrayLike, ArrayLike]:
        if not isinstance(start, Mapping):
            if not isinstance(start, (tuple, list)) or len(start) != 3:
                raise TypeError("start: must be a mapping of names to numbers, or (t, q, v)")
            return start[0], start[1], start[2]
        t, q, v = self.start
        q, v = q.copy(), v.copy()
        if len(self.rates) != len(self.coordinates):
            raise ValueError("start: with ball or free joints give (t, q, v)")
        for name, value in start.items():
            if name in self.coordinates:
                q[self.coordinates.index(name)] = value
            elif name in self.rates:
                v[self.rates.index(name)] = value
            elif name == "t":
                t = value
            else:
                raise ValueError("start: " + unknown("coordinate or rate", name,
                                                     [*self.coordinates, *self.rates]))
        return t, q, v

    def __reduce__(self) -> Tuple[Callable[..., "Model"], Tuple[Any, ...]]:
        return _again, (self.text, self.source, dict(self._model.settings))

    def __repr__(self) -> str:
        return f"<zwang.Model {self.title or self.source!r}: {len(self.coordinates)} coordinates>"


def _again(text: str, source: str, settings: Mapping[str, float]) -> Model:
    return Model(text, source=source, **settings)


def load(path: Union[str, "os.PathLike[str]"], **settings: float) -> Model:
    """Reads a model file; keywords replace parameters."""
    path = os.fspath(path)
    with open(path, encoding="utf-8") as file:
        return Model(file.read(), source=path, **settings)


def import_robot(path: Union[str, "os.PathLike[str]"], *, floating: bool = False,
                 key: str = "") -> Tuple[str, List[str]]:
    """A URDF or MJCF file as the text of a model, and remarks on what was left out."""
    text, remarks = _zwang.import_robot(os.fspath(path), floating=floating, key=key)
    return text, list(remarks)
