# SPDX-License-Identifier: Apache-2.0
"""Motions whose clock is the caller's, and forces that are Python functions."""
import copy
import doctest
import math
import os
import signal
import sys
import threading
import time
import unittest

import numpy as np

import zwang

PENDULUM = """
[parameters]
l = 1
u = 0
[[particles]]
name     = "bob"
mass     = 1
position = ["l", 0]
force    = ["u", 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name     = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"
[[events]]
name = "bottom"
when = "bob.x"
[simulate]
duration = 4
"""
ANGLE = """
[coordinates]
a = { start = 1 }
[free]
lagrangian = "a'^2/2 + 9.81*cos(a)"
[simulate]
duration = 4
"""


class Clock(unittest.TestCase):
    def test_examples_are_true(self) -> None:
        import zwang._model
        import zwang._simulation
        for module in (zwang._simulation, zwang._model):
            self.assertEqual(doctest.testmod(module).failed, 0)
        folder = os.path.join(os.path.dirname(__file__), "..", "..", "examples")
        sys.path.insert(0, folder)
        try:
            import controller
        finally:
            sys.path.remove(folder)
        self.assertEqual(doctest.testmod(controller).failed, 0)

    def test_pieces_are_samples(self) -> None:
        m = zwang.Model(PENDULUM)
        run = m.run(tolerance=1e-9, samples=81)
        s = m.simulation(tolerance=1e-9)
        bottoms = []
        for k, t in enumerate(run.t):
            self.assertTrue(s.advance_to(t))
            np.testing.assert_array_equal(s.q, run.q[k])
            bottoms += [event.t for event in s.events if event.name == "bottom"]
        np.testing.assert_array_equal(bottoms, run.t_events["bottom"])

    def test_copies(self) -> None:
        s = zwang.Model(PENDULUM).simulation()
        s.apply("bob", [1, 0])
        s.advance(0.7)
        kept = copy.copy(s)
        s.advance(1)
        again = copy.deepcopy(kept)
        again.advance(1)
        np.testing.assert_array_equal(s.q, again.q)
        np.testing.assert_array_equal(s.v, again.v)
        self.assertEqual(kept.t, 0.7)

    def test_parameters_and_states(self) -> None:
        s = zwang.Model(PENDULUM).simulation(tolerance=1e-10)
        s.apply(u=2.0)
        s.advance(0.5)
        self.assertEqual(s.model.parameters["u"], 2)
        pushed = zwang.Model(PENDULUM).run(0.5, tolerance=1e-10, u=2)
        np.testing.assert_allclose(s.q, pushed.q[-1], atol=1e-8)
        s.set(l=1.2)
        self.assertAlmostEqual(float(np.hypot(*s.q)), 1.2, 12)
        s.set_state(t=0, v=[0, 0])
        self.assertEqual(s.t, 0)
        self.assertTrue(s.advance(1))

    def test_force_is_that_of_a_formula(self) -> None:
        def damp(t: float, q: np.ndarray, v: np.ndarray) -> list:
            return [-0.5 * v[0] + math.sin(3 * t), -0.5 * v[1]]

        text = PENDULUM.replace('["u", 0]', '["u - 0.5*bob.x\' + sin(3*t)", "-0.5*bob.y\'"]')
        written = zwang.Model(text).run(tolerance=1e-10)
        called = zwang.Model(PENDULUM).run(tolerance=1e-10, forces={"bob": damp})
        self.assertTrue(called.success, called.message)
        np.testing.assert_allclose(called.q[-1], written.q[-1], atol=1e-7)
        self.assertAlmostEqual(called.summary.energy.work_applied,
                               written.summary.energy.work_applied, 7)
        s = zwang.Model(PENDULUM).simulation(tolerance=1e-10, forces={"bob": damp})
        s.advance(4)
        np.testing.assert_allclose(s.q, written.q[-1], atol=1e-7)
        for back in (lambda t, q, v: np.array([0.0, 1]), lambda t, q, v: (0, 1)):
            s.apply("bob", back)
            self.assertTrue(s.advance(0.1))

    def test_functions_that_raise(self) -> None:
        def late(t: float, q: np.ndarray, v: np.ndarray) -> list:
            if t > 1:
                raise ZeroDivisionError("late")
            return [0, 0]

        m = zwang.Model(PENDULUM)
        with self.assertRaisesRegex(ZeroDivisionError, "late"):
            m.run(forces={"bob": late})
        s = m.simulation(forces={"bob": late})
        with self.assertRaisesRegex(ZeroDivisionError, "late"):
            s.advance(3)
        with self.assertRaisesRegex(ValueError, "bob: the force has 3 components; it must have 2"):
            m.run(forces={"bob": lambda t, q, v: [1, 2, 3]})
        with self.assertRaises(TypeError):
            m.run(forces={"bob": lambda t, q, v: ["one", 2]})

    def test_threads(self) -> None:
        m = zwang.Model(PENDULUM)
        ends = [None] * 4

        def go(k: int) -> None:
            s = m.simulation(forces={"bob": lambda t, q, v: [-v[0], -v[1]]})
            s.advance(2)
            ends[k] = s.q.tolist()

        threads = [threading.Thread(target=go, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all(end == ends[0] for end in ends))

    def test_bad_input_is_named(self) -> None:
        m = zwang.Model(PENDULUM)
        s = m.simulation()
        for wrong, words in ((lambda: s.apply("bbo", [1, 0]), "did you mean 'bob'"),
                             (lambda: s.apply("bob", [1, 0, 0]), "bob: the force has 3"),
                             (lambda: s.apply("bob", [float("nan"), 0]), "bob: contains nan"),
                             (lambda: s.set(m=1), "there is no parameter 'm'"),
                             (lambda: s.advance(-1), "dt"),
                             (lambda: s.advance_to(-1), "t: must not be before"),
                             (lambda: s.set_state(q=[1, 2, 3]), "q"),
                             (lambda: m.run(forces={"rod": lambda t, q, v: 0}), "forces: there is none")):
            with self.assertRaisesRegex(ValueError, words):
                wrong()
        with self.assertRaisesRegex(TypeError, "bob"):
            m.run(forces={"bob": 3})

    def test_integrators_of_others(self) -> None:
        try:
            from scipy.integrate import solve_ivp
        except ImportError:
            self.skipTest("no SciPy")
        m = zwang.Model(ANGLE)
        t, q, v = m.start
        found = solve_ivp(m.rate, (t, 2), np.concatenate([q, v]), rtol=1e-10, atol=1e-12)
        run = m.run(2, tolerance=1e-11)
        np.testing.assert_allclose(found.y[:, -1], [run.q[-1, 0], run.v[-1, 0]], atol=1e-7)

    def test_ctrl_c(self) -> None:
        s = zwang.Model(ANGLE).simulation(tolerance=1e-13, method="dopri5")
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            s.advance(1e7)
        self.assertLess(time.monotonic() - began, 20)
        self.assertTrue(s.advance(0.1))


if __name__ == "__main__":
    unittest.main()
