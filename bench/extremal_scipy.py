# SPDX-License-Identifier: Apache-2.0
"""The race between two ends in SciPy: solve_bvp, with the equations worked out by hand.

usage: extremal_scipy.py PROBLEM TOLERANCE ROUNDS

What a user of SciPy writes: x'' in numpy, vectorised, from pencil and paper (for surfaces the
explicit equation with the constraint's force; for torques and the like Pontryagin's equations), and
a fair first guess. Prints JSON: the least CPU seconds of solve_bvp, its number of mesh intervals, and
coordinates, then rates, at five equal distances.
"""
import json
import sys
import time

import numpy as np
from scipy.integrate import solve_bvp

NODES = 50  # of the first mesh


class Problem:
    """y' = fun(t, y, p), bc = 0, on [t0, t1]; out: from (y, p) to coordinates and rates."""

    def __init__(self, t0, t1, fun, bc, guess, p=None, out=None):
        self.t0, self.t1, self.fun, self.bc, self.p = t0, t1, fun, bc, p
        t = np.linspace(t0, t1, NODES)
        self.mesh, self.guess = t, guess(t)
        self.out = out or (lambda t, y, p: y)

    def solve(self, tolerance):
        return solve_bvp(self.fun, self.bc, self.mesh, self.guess, p=self.p, tol=tolerance,
                         bc_tol=tolerance, max_nodes=200000)


def fixed(start, end):
    """x given at both ends; y = (x, v)."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    n = len(start)
    return lambda a, b: np.concatenate([a[:n] - start, b[:n] - end])


def second_order(acceleration, n):
    return lambda t, y: np.concatenate([y[n:], acceleration(t, y[:n], y[n:])])


def chord(start, end, bend=lambda q: q):
    """The straight line, bent onto the surface; rates by differences."""
    start, end = np.asarray(start, float)[:, None], np.asarray(end, float)[:, None]

    def guess(t):
        s = (t - t[0]) / (t[-1] - t[0])
        q = bend(start + s * (end - start))
        return np.concatenate([q, np.gradient(q, t, axis=1)])

    return guess


def on_surface(gradient, curvature, start, end, bend):
    """Geodesics: x'' = -(v'Hv)/|g|^2 g."""

    def acceleration(_, q, v):
        g = gradient(q)
        return -curvature(q, v) / np.sum(g * g, axis=0) * g

    return Problem(0, 1, second_order(acceleration, 3), fixed(start, end), chord(start, end, bend))


def seed_circle():
    def acceleration(_, q, v):
        x, y = q
        tau = (y - v[0]**2 - v[1]**2) / (x * x + y * y)
        return np.array([tau * x, tau * y - 1])

    ends = [np.sin(0.5), -np.cos(0.5)], [np.sin(-0.3), -np.cos(0.3)]
    return Problem(0, 1, second_order(acceleration, 2), fixed(*ends),
                   chord(*ends, lambda q: q / np.hypot(*q)))


def expanding_circle():
    def acceleration(_, q, v):
        return (0.09 - np.sum(v * v, axis=0)) / np.sum(q * q, axis=0) * q

    ends = [1, 0], [1.6 * np.cos(2.5), 1.6 * np.sin(2.5)]
    return Problem(0, 2, second_order(acceleration, 2), fixed(*ends),
                   chord(*ends, lambda q: q / np.hypot(*q)))


def geodesic_ellipsoid():
    w = 1 / np.array([1, 1.5, 2])[:, None]**2

    def point(th, ph):
        return [np.sin(th) * np.cos(ph), 1.5 * np.sin(th) * np.sin(ph), 2 * np.cos(th)]

    return on_surface(lambda q: 2 * w * q, lambda q, v: np.sum(2 * w * v * v, axis=0),
                      point(1.1, 0.2), point(1.9, 2.3),
                      lambda q: q / np.sqrt(np.sum(w * q * q, axis=0)))


def geodesic_torus():
    def point(u, v):
        return [(2 + np.cos(v)) * np.cos(u), (2 + np.cos(v)) * np.sin(u), np.sin(v)]

    def gradient(q):
        x, y, z = q
        k = 2 * (1 - 2 / np.hypot(x, y))
        return np.array([k * x, k * y, 2 * z])

    def curvature(q, v):
        rho = np.hypot(q[0], q[1])
        along = (q[0] * v[0] + q[1] * v[1]) / rho
        return 2 * (1 - 2 / rho) * (v[0]**2 + v[1]**2) + 4 / rho * along**2 + 2 * v[2]**2

    def guess(t):
        q = np.array(point(2 * t, 0.4 + 2.1 * t))
        return np.concatenate([q, np.gradient(q, t, axis=1)])

    problem = on_surface(gradient, curvature, point(0, 0.4), point(2, 2.5), lambda q: q)
    problem.guess = guess(problem.mesh)
    return problem


def shortest_path():
    def point(x, y, sign):
        return [x, y, sign * (1 - x**4 - y**4)**0.25]

    return on_surface(lambda q: 4 * q**3, lambda q, v: np.sum(12 * q * q * v * v, axis=0),
                      point(0.7, 0.2, -1), point(-0.3, 0.6, 1),
                      lambda q: q / np.sum(q**4, axis=0)**0.25)


def zermelo():
    def acceleration(_, q, v):
        return np.array([v[1], -(v[0] - q[1])])

    return Problem(0, 1, second_order(acceleration, 2), fixed([0, 0], [2, 1]),
                   chord([0, 0], [2, 1]))


def scalar(acceleration, t0, t1, y0, y1, guess=None):
    return Problem(t0, t1, second_order(lambda t, q, v: acceleration(t, q, v), 1),
                   fixed([y0], [y1]), guess or chord([y0], [y1]))


def catenary():
    """y, y', length so far; the parameter is mu."""

    def fun(_, s, p):
        y, v, _ = s
        return np.array([v, (1 + v * v) / (y + p[0]), np.sqrt(1 + v * v)])

    def bc(a, b, _):
        return np.array([a[0], b[0], a[2], b[2] - 2])

    def guess(x):
        return np.array([-3.2 * x * (1 - x), 6.4 * x - 3.2, 2 * x])

    return Problem(0, 1, fun, bc, guess, p=[1.0], out=lambda t, y, p: y[:2])


def soap_film():
    return scalar(lambda x, y, v: (1 + v * v) / y, -0.5, 0.5, 1, 1)


def bratu():
    return scalar(lambda x, y, v: -np.exp(y), 0, 1, 0, 0)


def troesch():
    return scalar(lambda x, y, v: 10 * np.sinh(10 * y), 0, 1, 0, 1,
                  lambda x: np.array([x**10, 10 * x**9]))


def cash_01():
    return scalar(lambda x, y, v: y / 1e-4, 0, 1, 1, 0)


def cash_20():
    xi = 0.02
    ends = [1 + xi * np.log(np.cosh(c / xi)) for c in (0.745, 0.255)]
    return scalar(lambda x, y, v: (1 - v * v) / xi, 0, 1, *ends)


def lambert():
    def acceleration(_, q, v):
        return -q / np.hypot(*q)**3

    def guess(t):
        a = t / 3 * np.arctan2(1.5, -0.5)
        r = 1 + t / 3 * (np.hypot(0.5, 1.5) - 1)
        q = np.array([r * np.cos(a), r * np.sin(a)])
        return np.concatenate([q, np.gradient(q, t, axis=1)])

    return Problem(0, 3, second_order(acceleration, 2), fixed([1, 0], [-0.5, 1.5]), guess)


def brachistochrone():
    """x, y, v, the angle of descent a; s = t/T. The optimal a turns at the constant rate -g cx."""

    def fun(_, y, p):
        _, _, v, a = y
        T, rate = p
        return T * np.array([v * np.cos(a), -v * np.sin(a), 9.81 * np.sin(a), rate + 0 * v])

    def bc(a, b, _):
        return np.array([a[0], a[1], a[2], a[3] - np.pi / 2, b[0] - 2, b[1] + 1])

    def guess(s):
        return np.array([2 * s, -s, 4 * s, 1.5 - 1.5 * s])

    def out(_, y, p):
        return np.array([y[0], y[1], y[2] * np.cos(y[3]), -y[2] * np.sin(y[3])])

    return Problem(0, 1, fun, bc, guess, p=[1.0, -2.0], out=out)


def rest_to_rest():
    """Pontryagin: angles, rates, and the costates of both; accelerations are the controls."""
    G, T = 9.81, 1.2

    def fun(_, y):
        th1, th2, w1, w2, p1, p2, q1, q2 = y
        s, c = np.sin(th1 - th2), np.cos(th1 - th2)
        det = 2 + c - c * (1 + c)
        u1 = (-q1 / 2 + q2 / 2 * c) / det
        u2 = (-q2 / 2 * (2 + c) + q1 / 2 * (1 + c)) / det
        h2 = -s * w1 * w1 + G * np.sin(th2)
        h1 = s * w2 * w2 + 2 * G * np.sin(th1) + h2
        a1 = ((u1 - h1) - (u2 - h2) * (1 + c)) / det
        a2 = ((u2 - h2) * (2 + c) - (u1 - h1) * c) / det
        l1 = -s * a2 + c * w2 * w2 + 2 * G * np.cos(th1)
        l2 = s * a2 - c * w2 * w2
        m1 = -s * a1 - c * w1 * w1
        m2 = s * a1 + c * w1 * w1 + G * np.cos(th2)
        return np.array([w1, w2, a1, a2, -2 * (u1 * (l1 + m1) + u2 * m1),
                         -2 * (u1 * (l2 + m2) + u2 * m2), -p1 + 4 * s * w1 * (u1 + u2),
                         -p2 - 4 * s * w2 * u1])

    def bc(a, b):
        return np.concatenate([a[:4], b[:4] - [1, 2, 0, 0]])

    def guess(t):
        s = t / T  # with the swing back: from a straight line it goes to another extremal
        y = np.zeros((8, len(t)))
        y[0], y[1] = s - 1.2 * np.sin(np.pi * s), 2 * s + np.sin(np.pi * s)
        y[2], y[3] = np.gradient(y[0], t), np.gradient(y[1], t)
        return y

    def out(t, y, _):
        r = fun(t, y)
        return np.concatenate([y[:4], r[:4]])

    return Problem(0, T, fun, bc, guess, out=out)


def main():
    name, tolerance, rounds = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    problem = globals()[name]()
    seconds, spent = np.inf, 0.0
    while rounds > 0 or spent < 5e-3:  # as extremal_zwang.cpp
        before = time.process_time()
        answer = problem.solve(tolerance)
        taken = time.process_time() - before
        seconds, spent, rounds = min(seconds, taken), spent + taken, rounds - 1
    if answer.status != 0:
        sys.exit(answer.message)
    t = np.linspace(problem.t0, problem.t1, 5)
    values = problem.out(t, answer.sol(t), answer.p)
    print(json.dumps({"seconds": seconds, "intervals": len(answer.x) - 1,
                      "values": values.T.ravel().tolist()}))


if __name__ == "__main__":
    main()
