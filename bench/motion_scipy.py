# SPDX-License-Identifier: Apache-2.0
"""The motion race in SciPy: the explicit equation in numpy, as a user would write it.

usage: motion_scipy.py SYSTEM METHOD DURATION SAMPLES TOLERANCE

SYSTEM is the number of links of the chain, or four-bar. Prints JSON: CPU seconds of solve_ivp, its
number of steps, and the states (q, then v) at equal intervals.
"""
import json
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

G = 9.81


def chain(n):
    """Points on a horizontal line, each held to the one before; -1 is the ground."""
    rods = [(i - 1, i) for i in range(n)]
    q = np.zeros((n, 2))
    q[:, 0] = np.arange(1, n + 1)
    return np.eye(n), np.ones(n), rods, np.zeros((n, 2)), q, np.zeros((n, 2))


def four_bar():
    mass = np.array([[4, 1, 0], [1, 6, 1], [0, 1, 4]]) / 6
    rods = [(-1, 0), (-1, 1), (-1, 2), (0, 1), (1, 2)]
    anchors = np.array([[0, 0], [1, 0], [2, 0], [0, 0], [0, 0]])
    q = np.array([[0, 1], [1, 1], [2, 1]])
    return mass, np.array([1, 1.5, 1]), rods, anchors, q, np.array([[1, 0]] * 3)


def acceleration_of(mass, weight, rods, anchors):
    n, m = len(mass), len(rods)
    inverse = np.kron(np.linalg.inv(mass), np.eye(2))
    free = inverse @ np.column_stack([np.zeros(n), -G * weight]).ravel()
    to = np.array([rod[1] for rod in rods])
    start = np.array([rod[0] for rod in rods])
    row, moving = np.arange(m), start >= 0
    moving_row, moving_start = row[moving], start[moving]

    def acceleration(q, v):
        q, v = q.reshape(n, 2), v.reshape(n, 2)
        d, dv = q[to] - anchors, v[to].copy()
        d[moving] = q[to[moving]] - q[moving_start]
        dv[moving] -= v[moving_start]
        A = np.zeros((m, n, 2))
        A[row, to] = d
        A[moving_row, moving_start] = -d[moving]
        A = A.reshape(m, 2 * n)
        b = -np.sum(dv * dv, axis=1)
        K = inverse @ A.T
        return free + K @ (np.linalg.pinv(A @ K) @ (b - A @ free))

    return acceleration


def main():
    name, method, duration, samples, tolerance = sys.argv[1:]
    duration, samples, tolerance = float(duration), int(samples), float(tolerance)
    mass, weight, rods, anchors, q, v = four_bar() if name == "four-bar" else chain(int(name))
    acceleration = acceleration_of(mass, weight, rods, anchors)
    n = q.size

    def rates(_, y):
        return np.concatenate([y[n:], acceleration(y[:n], y[n:])])

    start = np.concatenate([q.ravel(), v.ravel()]).astype(float)
    times = duration * np.arange(1, samples + 1) / samples
    before = time.process_time()
    answer = solve_ivp(rates, (0, duration), start, method=method, t_eval=times,
                       rtol=tolerance, atol=tolerance)
    seconds = time.process_time() - before
    if not answer.success:
        sys.exit(answer.message)
    order = {"DOP853": 12, "Radau": 3}[method]
    print(json.dumps({"seconds": seconds, "steps": answer.nfev // order,
                      "states": answer.y.T.ravel().tolist()}))


main()
