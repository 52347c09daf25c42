# SPDX-License-Identifier: Apache-2.0
"""A controller owns the clock: a pendulum is swung up by a weak motor, then held.

>>> s, swings = swing_up()
>>> s.status, bool(abs(s.q[0]) < 1e-3)
('ok', True)
>>> swings > 2
True
"""
import math
from typing import Tuple

import zwang

MODEL = """
[coordinates]
a = { start = 3.1 }      # from the upper end
[free]
lagrangian = "a'^2/2 - 9.81*cos(a)"
[[events]]
name = "side"
when = "sin(a/2) - 0.99"
"""


def swing_up(strength: float = 2.0) -> Tuple[zwang.Simulation, int]:
    """Pushes along the motion until there is energy enough, then holds the upper end."""
    s = zwang.Model(MODEL).simulation(tolerance=1e-8)
    swings = 0
    while s.t < 40 and s.success:
        angle = math.remainder(s.q[0], 2 * math.pi)
        rate = s.v[0]
        if abs(angle) < 0.3:
            torque = -60 * angle - 12 * rate
        else:
            torque = strength * math.copysign(1, rate) * (s.energy < 9.81)
        s.apply(a=torque)
        s.advance(0.01)
        swings += len(s.events)
        if abs(angle) < 1e-3 and abs(rate) < 1e-3:
            s.set_state(q=[angle])
            break
    return s, swings


if __name__ == "__main__":
    simulation, count = swing_up()
    print(f"up after {simulation.t:.2f} s and {count} passes of the lower end; {simulation.message}")
