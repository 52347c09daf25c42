# SPDX-License-Identifier: Apache-2.0
"""Zwang: constrained motion by Gauss's principle of least constraint.

>>> import zwang
>>> model = zwang.Model('''
... [[particles]]
... name     = "bob"
... mass     = 1
... position = [1, 0]
... [free]
... gravity = [0, -9.81]
... [[constraints]]
... name     = "rod"
... equation = "bob.x^2 + bob.y^2 = 1"
... ''')
>>> run = model.run(10, tolerance=1e-10)
>>> run.success
True
>>> round(float(run["bob.y"][-1]), 6)
-0.961419
>>> bool(abs(run.summary.energy.drift) < 1e-6)
True
"""
from ._accelerations import Accelerations, Tangent
from ._equilibrium import Equilibrium
from ._fit import Fit
from ._instant import ModelInstant
from ._linear import Linear
from ._model import Model, import_robot, load
from ._periodic import Periodic
from ._result import Extremals, Run, read
from ._simulation import Event, Simulation
from ._sweep import Sweep
from ._text import text_of
from ._zwang import Batch, Instant, ModelError, __version__, solve_instant

__all__ = [
    "Accelerations", "Batch", "Equilibrium", "Event", "Extremals", "Fit", "Instant", "Linear", "Model",
    "ModelError", "ModelInstant", "Periodic", "Run", "Simulation", "Sweep", "Tangent", "__version__",
    "import_robot", "load", "read", "solve_instant", "text_of",
]
