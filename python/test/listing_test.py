# SPDX-License-Identifier: Apache-2.0
"""What the package promises, line by line, as a user would type it."""
import os
import pickle
import tempfile
import unittest

import numpy as np

import zwang as zw

LINKAGE = """
[parameters]
l = 1
[[particles]]
name     = "bob"
mass     = 1
position = ["l", 0]
[free]
gravity = [0, -9.81]
[[constraints]]
name     = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"
[[events]]
name = "bottom"
when = "bob.x"
[simulate]
duration = 10
"""


class Listing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(self.path("linkage.toml"), "w", encoding="utf-8") as file:
            file.write(LINKAGE)

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def test_a_model_and_its_run(self) -> None:
        m = zw.load(self.path("linkage.toml"), l=1.2)
        self.assertEqual(m.check().freedom, 1)
        self.assertEqual((m.freedom, m.parameters["l"], m.constraints), (1, 1.2, ["rod"]))
        r = m.run(10, tolerance=1e-10, samples=1001)
        for array, shape in ((r["bob.x"], (1001,)), (r["force(rod)"], (1001, 2)), (r.t, (1001,)),
                             (r.q, (1001, 2)), (r.v, (1001, 2))):
            self.assertEqual(array.shape, shape)
            self.assertFalse(array.flags.writeable)
        self.assertTrue(r.success)
        self.assertIsInstance(r.message, str)
        self.assertGreater(len(r.t_events["bottom"]), 3)
        self.assertEqual(r.sol(5.0).shape, (2,))
        self.assertLess(abs(r.summary.energy.drift), 1e-7)
        self.assertEqual(r.findings, [])
        self.assertIn("<iframe", r._repr_html_())

    def test_columns_are_not_copied(self) -> None:
        r = zw.load(self.path("linkage.toml")).run(1, samples=5001)
        whole = r.q
        self.assertEqual(r["bob.x"].__array_interface__["data"][0],
                         whole.__array_interface__["data"][0])
        for name in r.columns:
            self.assertFalse(r[name].flags.owndata)
        self.assertTrue(np.shares_memory(r["bob.y"], whole))
        self.assertTrue(np.shares_memory(r["force(rod)"], r["force(rod).bob.x"]))
        kept = r["bob.x"]
        want = kept.copy()
        del r, whole
        np.testing.assert_array_equal(kept, want)  # the memory stays as long as a view does

    def test_results_from_a_file(self) -> None:
        m = zw.load(self.path("linkage.toml"), l=1.2)
        r = m.run(3, samples=101, sensitivity=["l"], error=True)
        r.save(self.path("x.h5"))
        again = zw.read(self.path("x.h5"))
        self.assertIsInstance(again, zw.Run)
        self.assertEqual(again.columns, r.columns)
        for name in r.columns:
            self.assertEqual(again[name].tobytes(), r[name].tobytes(), name)
        self.assertEqual((again.q.tobytes(), again.v.tobytes()), (r.q.tobytes(), r.v.tobytes()))
        self.assertEqual((again.success, again.message, again.status), (True, r.message, "ok"))
        self.assertEqual(again.t_events["bottom"].tobytes(), r.t_events["bottom"].tobytes())
        self.assertEqual(again.sol(1.0).tobytes(), r.sol(1.0).tobytes())
        self.assertEqual(again.errors, r.errors)
        self.assertEqual(again.summary.energy, r.summary.energy)
        self.assertEqual(again.findings, r.findings)
        for k in range(2):
            np.testing.assert_array_equal(again.sensitivities["l"][k], r.sensitivities["l"][k])
        self.assertEqual(dict(again.model.parameters), {"l": 1.2})
        self.assertEqual(again.model.run(3, samples=101).q.tobytes(), r.q.tobytes())
        for kind in ("csv", "html", "json", "h5"):
            again.save(self.path("again." + kind))
            self.assertGreater(os.path.getsize(self.path("again." + kind)), 500)
        self.assertEqual(zw.read(self.path("again.h5")).q.tobytes(), r.q.tobytes())
        copy = pickle.loads(pickle.dumps(again))
        self.assertEqual(copy["bob.x"].tobytes(), r["bob.x"].tobytes())
        self.assertIn("<iframe", again._repr_html_())
        with self.assertRaises(OSError):
            zw.read(self.path("linkage.toml"))
        with self.assertRaises(OSError):
            zw.read(self.path("nothing.h5"))

    def test_to_frame(self) -> None:
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        r = zw.load(self.path("linkage.toml")).run(1)
        frame = r.to_frame()
        self.assertEqual(list(frame.columns), r.columns)
        np.testing.assert_array_equal(frame["bob.x"].to_numpy(), r["bob.x"])

    def test_instants_and_rates(self) -> None:
        m = zw.load(self.path("linkage.toml"))
        M, Q, A, b = np.eye(2), np.array([0, -9.81]), np.array([[1.0, 0.0]]), np.zeros(1)
        i = zw.solve_instant(M, Q, A, b)
        np.testing.assert_allclose(i.acceleration, [0, -9.81])
        np.testing.assert_allclose(zw.solve_instant(np.ones(2), Q, A, b).acceleration, [0, -9.81])
        many = zw.solve_instant(*(np.stack([x, x, x]) for x in (M, Q, A, b)))
        self.assertEqual(many.acceleration.shape, (3, 2))
        f = m.rate
        y = np.array([0.6, -0.8, 0.8, 0.6])
        now = m.instant(0, y[:2], y[2:])
        np.testing.assert_allclose(f(0, y)[2:], now.acceleration, rtol=1e-12)
        self.assertEqual((now.M.shape, now.A.shape, now.b.shape), ((2, 2), (1, 2), (1,)))
        self.assertEqual(set(now.forces), {"bob.x", "bob.y"})
        together = f(0, np.stack([y, y], axis=1))
        self.assertEqual(together.shape, (4, 2))
        np.testing.assert_allclose(together[:, 1], f(0, y), rtol=1e-12)

    def test_forces_of_ones_own(self) -> None:
        m = zw.load(self.path("linkage.toml"))
        free, held = m.run(1), m.run(1, forces={"bob": lambda t, q, v: [0.0, 9.81]})
        self.assertGreater(abs(free["bob.y"]).max(), 0.5)
        np.testing.assert_allclose(held["bob.y"], 0, atol=1e-12)

    def test_a_clock_of_ones_own(self) -> None:
        m = zw.Model("[parameters]\nu = 0\n[coordinates]\nx = 0\n[free]\nlagrangian = \"x'^2/2 + u*x\"\n")
        s = m.simulation()
        s.advance(0.01)
        s.apply(u=3.0)
        s.advance(1)
        self.assertAlmostEqual(s.q[0], 1.5, places=9)
        s.apply(x=-3.0)  # a force on a coordinate
        s.advance(1)
        self.assertAlmostEqual(s.v[0], 3.0, places=9)

    def test_what_else_is_asked(self) -> None:
        m = zw.load(self.path("linkage.toml"))
        self.assertIn("\\", m.derive("latex"))
        rest = m.equilibrium()
        self.assertAlmostEqual(rest["bob.y"], -1, places=9)
        self.assertEqual((rest.stability, rest.v.tolist()), ("stable", [0, 0]))
        self.assertAlmostEqual(rest.instant.forces["bob.y"], 9.81, places=6)
        self.assertAlmostEqual(m.equilibrium(l=2.0)["bob.y"], -2, places=9)
        with self.assertRaisesRegex(ValueError, "No equilibrium"):
            zw.Model('[coordinates]\nx = 0\n[free]\nlagrangian = "x\'^2/2 - x"\n').equilibrium()
        models = os.path.join(os.path.dirname(__file__), "..", "..", "models")
        found = zw.load(os.path.join(models, "geodesic_cylinder.toml")).extremals(all=5)
        self.assertGreaterEqual(found.count, 2)
        found.save(self.path("found.h5"))
        again = zw.read(self.path("found.h5"))
        self.assertIsInstance(again, zw.Extremals)
        self.assertEqual((again.count, again.message), (found.count, found.message))
        self.assertEqual(again.curve(1)["t"].tobytes(), found.curve(1)["t"].tobytes())
        robots = os.path.join(models, "robots")
        name = next(name for name in sorted(os.listdir(robots)) if name.endswith(".urdf"))
        text, _ = zw.import_robot(os.path.join(robots, name))
        self.assertGreater(len(zw.Model(text).coordinates), 0)


if __name__ == "__main__":
    unittest.main()
