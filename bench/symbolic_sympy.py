# SPDX-License-Identifier: Apache-2.0
"""From a mechanism to its motion in SymPy and SciPy, as their user would write it.

usage: symbolic_sympy.py four-bar|double-pendulum plain|tuned DURATION TOLERANCE

The double pendulum by LagrangesMethod, the four-bar by KanesMethod with its loop as configuration
constraints (as in SymPy's own tutorial). plain: rhs(), lambdify, solve_ivp as it comes. tuned: what its manual
advises for speed: the mass matrix left to numpy's solve, lambdify with common subexpressions, DOP853.
Prints JSON: CPU seconds of the set-up and of the motion, without imports, and the angles at the end.
"""
import json
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve
from sympy import Matrix, lambdify, symbols
from sympy.physics.mechanics import (KanesMethod, Lagrangian, LagrangesMethod, Particle, Point,
                                     ReferenceFrame, RigidBody, dynamicsymbols, inertia)

G = 9.81


def rate_of(method, state, constants, values, tuned, rates=None):
    """y' as a function of t and y; `rates`: what stands for derivatives."""
    arguments, rates = [state, constants], rates or {}
    if not tuned:
        rhs = lambdify(arguments, method.rhs().subs(rates))
        return lambda t, y: rhs(y, values).ravel()
    M = lambdify(arguments, method.mass_matrix_full.subs(rates), cse=True)
    F = lambdify(arguments, method.forcing_full.subs(rates), cse=True)
    return lambda t, y: np.linalg.solve(M(y, values), F(y, values)).ravel()


def double_pendulum(tuned):
    """Two equal point masses on rods, from the level, at rest: angles from the lower vertical."""
    a, b = dynamicsymbols("a b")
    m, l, g = symbols("m l g")
    N = ReferenceFrame("N")
    A, B = N.orientnew("A", "Axis", [a, N.z]), N.orientnew("B", "Axis", [b, N.z])
    O = Point("O")
    P = O.locatenew("P", -l * A.y)
    R = P.locatenew("R", -l * B.y)
    O.set_vel(N, 0)
    P.v2pt_theory(O, N, A)
    R.v2pt_theory(P, N, B)
    one, two = Particle("one", P, m), Particle("two", R, m)
    for particle, point in ((one, P), (two, R)):
        particle.potential_energy = m * g * point.pos_from(O).dot(N.y)
    method = LagrangesMethod(Lagrangian(N, one, two), [a, b], frame=N)
    method.form_lagranges_equations()
    rates = {a.diff(): symbols("u_a"), b.diff(): symbols("u_b")}
    fun = rate_of(method, [a, b, *rates.values()], (m, l, g), (1.0, 1.0, G), tuned, rates)
    return fun, [np.pi / 2, np.pi / 2, 0, 0], [0, 1]


def four_bar(tuned):
    """Uniform bars of 1, 3, 2.5 kg and m between pivots 3 m apart, the crank at 0.5 rad, at rest."""
    q = q1, q2, q3 = dynamicsymbols("q1:4")
    u = u1, u2, u3 = dynamicsymbols("u1:4")
    a, b, c, d, ma, mb, mc, g = constants = symbols("a b c d m_a m_b m_c g")
    N = ReferenceFrame("N")
    O = Point("O")
    O.set_vel(N, 0)
    E = O.locatenew("E", d * N.x)
    E.set_vel(N, 0)
    frames = [N.orientnew(f"B{k}", "Axis", [angle, N.z]) for k, angle in enumerate(q)]
    for frame, rate in zip(frames, u):
        frame.set_ang_vel(N, rate * N.z)
    ends, bodies, loads = [], [], []
    for k, (begin, length, mass) in enumerate(((O, a, ma), (None, b, mb), (E, c, mc))):
        begin = ends[0] if begin is None else begin
        center = begin.locatenew(f"C{k}", length / 2 * frames[k].x)
        end = begin.locatenew(f"T{k}", length * frames[k].x)
        center.v2pt_theory(begin, N, frames[k])
        end.v2pt_theory(begin, N, frames[k])
        ends.append(end)
        turning = inertia(frames[k], 0, 0, mass * length**2 / 12)
        bodies.append(RigidBody(f"bar{k}", center, frames[k], mass, (turning, center)))
        loads.append((center, -mass * g * N.y))
    gap = ends[1].pos_from(O) - ends[2].pos_from(O)
    loop = Matrix([gap.dot(N.x), gap.dot(N.y)])
    closing = loop.diff(dynamicsymbols._t).subs({x.diff(): y for x, y in zip(q, u)})
    method = KanesMethod(N, q_ind=[q1], u_ind=[u1], q_dependent=[q2, q3], u_dependent=[u2, u3],
                         kd_eqs=[y - x.diff() for x, y in zip(q, u)], configuration_constraints=loop,
                         velocity_constraints=closing)
    method.kanes_equations(bodies, loads)
    p = (1.0, 3.0, 2.5, 3.0, 1.0, 3.0, 2.5, G)
    closed = lambdify([(q2, q3), q1, constants], list(loop))
    start = fsolve(lambda x: closed(x, 0.5, p), [0.7, 1.6], xtol=1e-14)
    return rate_of(method, (*q, *u), constants, p, tuned), [0.5, *start, 0, 0, 0], [0, 2]


def main(problem, form, duration, tolerance):
    tuned = form == "tuned"
    began = time.process_time()
    fun, start, shown = {"four-bar": four_bar, "double-pendulum": double_pendulum}[problem](tuned)
    ready = time.process_time()
    found = solve_ivp(fun, (0, duration), start, rtol=tolerance, atol=tolerance,
                      method="DOP853" if tuned else "RK45")
    done = time.process_time()
    print(json.dumps({"setup": ready - began, "motion": done - ready,
                      "values": [float(found.y[k, -1]) for k in shown]}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4]))
