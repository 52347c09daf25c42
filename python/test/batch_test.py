# SPDX-License-Identifier: Apache-2.0
"""Many instants at once, against NumPy's solve of the whole system and against instants one by one."""
import unittest

import numpy as np

import zwang


def systems(seed: int, k: int, n: int, m: int):
    rng = np.random.default_rng(seed)
    B = rng.normal(size=(k, n, n))
    return (B @ B.transpose(0, 2, 1) + np.eye(n), rng.normal(size=(k, n)),
            rng.normal(size=(k, m, n)), rng.normal(size=(k, m)))


class Batches(unittest.TestCase):
    def test_solve_the_equations_of_lagrange(self) -> None:
        for seed in range(20):
            k, n = 1 + 7 * seed, 1 + seed % 6
            m = seed % n
            M, Q, A, b = systems(seed, k, n, m)
            batch = zwang.solve_instant(M, Q, A, b)
            whole = np.block([[M, A.transpose(0, 2, 1)], [A, np.zeros((k, m, m))]])
            right = np.concatenate([Q, b], axis=1)[..., None]
            twin = np.linalg.solve(whole, right)[:, :n, 0]
            # The twin loses the square of the rows' conditioning, the instant its first power.
            bound = 1e-14 * np.linalg.cond(whole)[:, None] * (1 + np.abs(twin).max(axis=1, keepdims=True))
            self.assertTrue((np.abs(batch.acceleration - twin) <= bound).all(), f"seed {seed}")
            self.assertEqual(set(batch.status), {"ok"}, f"seed {seed}")
            self.assertEqual(len(batch), k)

    def test_have_the_same_bits_wherever_a_system_stands(self) -> None:
        M, Q, A, b = systems(5, 37, 4, 2)
        order = np.random.default_rng(6).permutation(37)
        one = zwang.solve_instant(M, Q, A, b).acceleration
        two = zwang.solve_instant(M[order], Q[order], A[order], b[order]).acceleration
        self.assertTrue((one[order] == two).all())

    def test_take_any_strides_and_none_at_all(self) -> None:
        M, Q, A, b = systems(7, 9, 3, 1)
        far = zwang.solve_instant(np.asfortranarray(M), Q[:, ::-1].copy()[:, ::-1], A, b.tolist())
        self.assertTrue((far.acceleration == zwang.solve_instant(M, Q, A, b).acceleration).all())
        none = zwang.solve_instant(np.zeros((0, 2, 2)), np.zeros((0, 2)), np.zeros((0, 1, 2)),
                                   np.zeros((0, 1)))
        self.assertEqual(none.acceleration.shape, (0, 2))

    def test_name_what_does_not_fit(self) -> None:
        M, Q, A, b = systems(8, 9, 3, 1)
        for name, arguments in (("M", (M[:, :2], Q, A, b)), ("Q", (M[:5], Q, A, b)), ("A", (M, Q, A[:, :, :2], b)),
                                ("b", (M, Q, A, b[0])), ("C", (M, Q, A, b, Q)),
                                ("weights", (M, Q, A, b, None, b))):
            with self.assertRaisesRegex(ValueError, f"^{name}: "):
                zwang.solve_instant(*arguments)


class Dicts(unittest.TestCase):
    def test_are_models(self) -> None:
        given = {
            "title": 'a "quoted" title',
            "parameters": {"l": np.float64(0.7)},
            "particles": [{"name": "bob", "mass": 2, "position": ("l", 0)}],
            "free": {"gravity": np.array([0, -9.81])},
            "constraints": [{"name": "rod", "equation": "bob.x^2 + bob.y^2 = l^2"}],
            "simulate": {"duration": 1, "start": "project"},
        }
        text = """
title = 'a "quoted" title'
[parameters]
l = 0.7
[[particles]]
name     = "bob"
mass     = 2
position = ["l", 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name     = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"
[simulate]
duration = 1
start    = "project"
"""
        one, two = zwang.Model(given).run(), zwang.Model(text).run()
        self.assertTrue((one.q == two.q).all())
        self.assertEqual(one.model.title, 'a "quoted" title')

    def test_say_what_cannot_be(self) -> None:
        with self.assertRaisesRegex(TypeError, r"particles\[0\].mass has the type object"):
            zwang.Model({"particles": [{"name": "b", "mass": object()}]})
        with self.assertRaisesRegex(TypeError, "a key is 3"):
            zwang.Model({"parameters": {3: 1}})
        with self.assertRaises(zwang.ModelError):
            zwang.Model({"particle": [{"name": "b"}]})


if __name__ == "__main__":
    unittest.main()
