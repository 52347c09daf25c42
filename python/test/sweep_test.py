# SPDX-License-Identifier: Apache-2.0
"""Many runs from Python: arrays by name, the same for any number of threads."""
import os
import tempfile
import unittest

import numpy as np

import zwang

TEXT = """
[parameters]
w = { value = 2, plus_minus = 0.1 }
[coordinates]
x = 1
[free]
lagrangian = "x'^2/2 - w^2*x^2/2"
[[observe]]
name = "height"
formula = "x"
[simulate]
duration = 1
tolerance = 1e-10
"""


class Sweeps(unittest.TestCase):
    def setUp(self) -> None:
        self.model = zwang.Model(TEXT)

    def test_arrays(self) -> None:
        sweep = self.model.sweep({"w": (1, 3), "x": [0.5, 1]}, {"at": "end(x)"}, runs=64)
        self.assertEqual(len(sweep), 64)
        self.assertTrue(sweep.ok.all())
        np.testing.assert_allclose(sweep["at"], sweep["x"] * np.cos(sweep["w"]), atol=1e-8)
        again = self.model.sweep({"w": (1, 3), "x": [0.5, 1]}, {"at": "end(x)"}, runs=64, threads=2)
        np.testing.assert_array_equal(sweep["at"], again["at"])
        self.assertAlmostEqual(sweep.summary.watched.at.mean, sweep["at"].mean(), 12)
        with self.assertRaisesRegex(KeyError, "at"):
            sweep["att"]

    def test_grid(self) -> None:
        sweep = self.model.sweep({"w": {"even": (1, 2, 5)}})
        np.testing.assert_array_equal(sweep["w"], np.linspace(1, 2, 5))
        np.testing.assert_allclose(sweep["height"], np.cos(np.linspace(1, 2, 5)), atol=1e-8)

    def test_tolerances(self) -> None:
        found = self.model.sweep().summary.watched.height.tolerance
        self.assertAlmostEqual(found.nominal, np.cos(2), 8)
        self.assertAlmostEqual(found.corners_most, np.cos(1.9), 8)

    def test_files(self) -> None:
        sweep = self.model.sweep({"w": (1, 3)}, runs=8, step_limit=2)
        self.assertFalse(sweep.ok.any())
        self.assertEqual(sweep.status[0], "step_limit")
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("csv", "json", "h5", "html"):
                path = os.path.join(folder, "a." + ending)
                sweep.write(path)
                self.assertGreater(os.path.getsize(path), 100)
            with self.assertRaisesRegex(ValueError, "ends neither"):
                sweep.write(os.path.join(folder, "a.txt"))

    def test_errors(self) -> None:
        with self.assertRaisesRegex(ValueError, "'ww'"):
            self.model.sweep({"ww": (1, 3)}, runs=8)
        with self.assertRaisesRegex(ValueError, "how many"):
            self.model.sweep({"w": (1, 3)})
        with self.assertRaisesRegex(ValueError, "unifrom"):
            self.model.sweep({"w": {"unifrom": (1, 3)}})


if __name__ == "__main__":
    unittest.main()
