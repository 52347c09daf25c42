# SPDX-License-Identifier: Apache-2.0
"""The Python package: results against the library's own, closed forms and NumPy; bad input in words."""
import base64
import csv
import doctest
import hashlib
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zipfile

import numpy as np

import zwang

MODELS = os.path.join(os.path.dirname(__file__), "..", "..", "models")
PENDULUM = """
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


def model(name: str, **settings: float) -> zwang.Model:
    return zwang.load(os.path.join(MODELS, name + ".toml"), **settings)


class Documentation(unittest.TestCase):
    def test_examples_are_true(self) -> None:
        import importlib
        import pkgutil
        names = [found.name for found in pkgutil.iter_modules(zwang.__path__) if found.name != "_zwang"]
        tried = doctest.testmod(zwang).attempted
        for name in names:
            found = doctest.testmod(importlib.import_module("zwang." + name))
            self.assertEqual(found.failed, 0, name)
            tried += found.attempted
        for test in doctest.DocTestFinder().find(zwang.solve_instant, "solve_instant", globs={}):
            found = doctest.DocTestRunner().run(test)
            self.assertEqual((found.failed, found.attempted), (0, 3))
        self.assertGreater(tried, 50)

    def test_everything_public_is_explained(self) -> None:
        for name in zwang.__all__:
            one = getattr(zwang, name)
            if name.startswith("_"):
                continue
            self.assertTrue(one.__doc__, name)
            if not isinstance(one, type) or issubclass(one, (tuple, Exception)):
                continue
            for member, value in vars(one).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    self.assertTrue(value.__doc__, f"{name}.{member}")


CART = """
[parameters]
push = 0
[[particles]]
name     = "cart"
mass     = 3
position = [0, 0]
force    = ["push - 2*cart.x - 0.4*cart.x'", 0]
[[particles]]
name     = "bob"
mass     = 1
position = [0, -0.5]
[free]
gravity = [0, -9.81]
[[constraints]]
name     = "rail"
equation = "cart.y = 0"
[[constraints]]
name     = "rod"
equation = "distance(cart, bob) = 0.5"
"""


class LinearEquations(unittest.TestCase):
    def test_finds_periodic_motions(self):
        model = zwang.Model("""
[coordinates]
x = { start = 1.9, rate = 0.1 }
[free]
lagrangian = "x'^2/2 - x^2/2"
[[forces]]
on = "x"
force = "(1 - x^2)*x'"
""")
        motion = model.periodic(guess=6.3)
        self.assertAlmostEqual(motion.period, 6.66328685932312, places=9)
        self.assertAlmostEqual(motion.multipliers[1].real, 0.00085969506, places=8)
        self.assertEqual(motion.stability, "asymptotically stable")

    def test_fits_measurements(self):
        model = zwang.Model("""
[parameters]
g = 9
[coordinates]
y = 0
[free]
lagrangian = "y'^2/2 - g*y"
""")
        t = np.linspace(0, 1, 21)
        y = 2 * t - 9.81 * t**2 / 2 + 1e-3 * np.cos(37 * t)
        fit = model.fit({"t": t, "y": y}, {"g": {"bounds": (1, 20)}, "y'": 1})
        self.assertTrue(fit.converged)
        self.assertAlmostEqual(fit.values["g"], 9.81, delta=4 * fit.deviations["g"])
        self.assertAlmostEqual(fit.model.parameters["g"], fit.values["g"])
        self.assertEqual(fit.covariance.shape, (2, 2))
        self.assertEqual(len(fit.columns[0].measured), 21)

    def test_response_and_zeros_agree_with_numpy(self) -> None:
        linear = zwang.Model(CART).linear(inputs=["push"], outputs=["cart.x"])
        self.assertEqual(linear.A.shape, (4, 4))
        self.assertEqual((linear.kind, linear.stability), ("equilibrium", "asymptotically stable"))
        pair = linear.response.pairs[0]
        for w, real, imaginary in zip(linear.response.angular_frequency, pair.real,
                                      pair.imaginary):
            G = linear.C @ np.linalg.solve(1j*w*np.eye(4) - linear.A, linear.B) + linear.D
            self.assertLess(abs(G[0, 0] - (real + 1j*imaginary)), 1e-11*abs(G[0, 0]))
        # Zeros: where the determinant of (A − zI, B; C, D) vanishes.
        for z in linear.zeros:
            P = np.block([[linear.A - z*np.eye(4), linear.B], [linear.C, linear.D]])
            self.assertLess(np.linalg.svd(P, compute_uv=False)[-1], 1e-11)
        self.assertEqual(len(linear.zeros), 2)
        ours = np.sort_complex(linear.eigenvalues)
        np.testing.assert_allclose(ours, np.sort_complex(np.linalg.eigvals(linear.A)), rtol=1e-11)

    def test_says_why_not(self) -> None:
        with self.assertRaisesRegex(ValueError, "did you mean 'push'"):
            zwang.Model(CART).linear(inputs=["pusch"])


class Instants(unittest.TestCase):
    def test_agrees_with_numpy(self) -> None:
        # ẍ = a + M^-1/2 (A M^-1/2)^+ (b − A a)  [UK92 5b], redundant rows included
        for seed in range(20):
            draw = np.random.default_rng(seed)
            n, m = 5, 4
            B = draw.normal(size=(n, n))
            M, Q = B @ B.T + np.eye(n), draw.normal(size=n)
            A = draw.normal(size=(m, n))
            A[3] = A[0] + 2 * A[1]
            b = A @ draw.normal(size=n)
            w, V = np.linalg.eigh(M)
            half = V @ np.diag(w ** -0.5) @ V.T
            a = np.linalg.solve(M, Q)
            want = a + half @ np.linalg.pinv(A @ half) @ (b - A @ a)
            now = zwang.solve_instant(M, Q, A, b)
            np.testing.assert_allclose(now.acceleration, want, rtol=1e-9, atol=1e-9,
                                       err_msg=f"seed {seed}")
            self.assertEqual((now.rank, now.freedom, now.status), (3, 2, "ok"))
            self.assertEqual(len(now.redundant), 1)

    def test_foreign_strides_and_types(self) -> None:
        M = np.array([[2.0, 9], [0, 9], [0, 9], [2, 9]])[::1, 0].reshape(2, 2)
        now = zwang.solve_instant(np.asfortranarray(M), [0, -10], np.array([[0.6, -0.8]]), [-1])
        self.assertEqual(now.acceleration.shape, (2,))
        free = zwang.solve_instant([1, 1], [0, -10], np.zeros((0, 2)), [])
        np.testing.assert_array_equal(free.acceleration, [0, -10])

    def test_wrong_shapes_name_the_argument(self) -> None:
        one, two = np.eye(2), np.zeros(2)
        for arguments, name in (((np.eye(3), two, [[1, 0]], [0]), "M"),
                                ((one, np.eye(2), [[1, 0]], [0]), "Q"),
                                ((one, two, [[1, 0, 0]], [0]), "A"),
                                ((one, two, [[1, 0]], [[0]]), "b"),
                                ((np.ones(4), two, [[1, 0]], [0]), "M"),
                                ((np.array([[1, 2], [0, 1]]), two, [[1, 0]], [0]), "mass")):
            with self.assertRaisesRegex(ValueError, "^" + name):
                zwang.solve_instant(*arguments)
        with self.assertRaisesRegex(ValueError, "^method: is 'fast'"):
            zwang.solve_instant(one, two, [[1, 0]], [0], method="fast")
        self.assertEqual(zwang.solve_instant(one, [np.nan, 0], [[1, 0]], [0]).status,
                         "not_finite_input")


class Models(unittest.TestCase):
    def test_settings_may_have_units(self) -> None:
        m = model("quick_return")
        self.assertEqual((m.unit("r"), m.unit("crank.angle"), m.unit("nobody")), ("m", "rad", ""))
        self.assertEqual(m.with_(r="12 cm").parameters["r"], 0.12)
        with self.assertRaisesRegex(ValueError, "'r' is a length"):
            m.with_(r="2 s")

    def test_facts(self) -> None:
        m = zwang.Model(PENDULUM, l=2.0)
        self.assertEqual(m.coordinates, ["bob.x", "bob.y"])
        self.assertEqual(dict(m.parameters), {"l": 2.0})
        self.assertEqual(m.constraints, ["rod"])
        self.assertEqual(m.freedom, 1)
        self.assertIn("bob", m.derive())
        self.assertIn("\\", m.derive("latex"))
        with self.assertRaisesRegex(ValueError, "did you mean 'l'"):
            m.with_(ll=1.0)
        other, loaded = m.with_(l=1.2), zwang.Model(m.text, source=m.source, l=1.2)
        self.assertEqual((other.parameters["l"], other.compiled_for), (1.2, ""))
        np.testing.assert_array_equal(other.run(1)["bob.x"], loaded.run(1)["bob.x"])

    def test_complaints(self) -> None:
        with self.assertRaises(zwang.ModelError) as caught:
            zwang.Model(PENDULUM.replace("bob.y^2", "bbo.y^2"), source="p.toml")
        complaint = caught.exception.complaints[0]
        self.assertEqual((complaint["code"], complaint["line"]), ("E204", 12))
        self.assertIn("bob.y", complaint["hint"])
        with self.assertRaises(OSError):
            zwang.load("there/is/no/such.toml")

    def test_instant_and_rate(self) -> None:
        m = zwang.Model(PENDULUM)
        now = m.instant(0, [0.6, -0.8], [0.8, 0.6])
        np.testing.assert_allclose(now.A @ now.acceleration, now.b, atol=1e-12)
        np.testing.assert_allclose(now.M, np.eye(2))
        self.assertEqual(set(now.forces), {"bob.x", "bob.y"})
        y = m.rate(0, [0.6, -0.8, 0.8, 0.6])
        np.testing.assert_allclose(y, [0.8, 0.6, *now.acceleration])
        with self.assertRaisesRegex(ValueError, "^y: has 3"):
            m.rate(0, [1, 2, 3])
        with self.assertRaisesRegex(ValueError, "^q: has 1"):
            m.instant(0, [1], [0, 0])


class Runs(unittest.TestCase):
    def test_bits_of_the_program(self) -> None:
        program = os.environ.get("ZWANG_PROGRAM")
        if not program:
            self.skipTest("no program")
        for name in ("pendulum", "four_bar", "bouncing_ball"):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(MODELS, name + ".toml")
                subprocess.run([program, "run", path, "--out", folder, "--no-report", "--quiet"],
                               check=True)
                with open(os.path.join(folder, name + ".csv"), encoding="utf-8") as file:
                    rows = list(csv.reader(line for line in file if not line.startswith("#")))
            run = zwang.load(path).run()
            for k, column in enumerate(rows[0]):
                want = [float(row[k]) for row in rows[1:]]
                np.testing.assert_array_equal(run[column], want, err_msg=f"{name} {column}")

    def test_columns(self) -> None:
        run = zwang.Model(PENDULUM).run(samples=101)
        self.assertTrue(run.success, run.message)
        self.assertEqual(run.t.shape, (101,))
        self.assertEqual(run.q.shape, (101, 2))
        self.assertEqual(run["bob"].shape, (101, 2))
        self.assertEqual(run["force(rod)"].shape, (101, 2))
        self.assertIs(run["bob.x"], run["bob.x"])
        with self.assertRaises(ValueError):
            run["bob.x"][0] = 1
        with self.assertRaisesRegex(KeyError, "did you mean 'bob.x'"):
            run["bo.x"]
        np.testing.assert_allclose(run.q[:, 0] ** 2 + run.q[:, 1] ** 2, 1, atol=1e-13)
        self.assertLess(abs(run.summary.energy.drift), 1e-6)
        self.assertGreater(len(run.t_events["bottom"]), 5)

    def test_numbers_of_the_run(self) -> None:
        text = PENDULUM + '[[observe]]\nname = "peak"\nformula = "max(reaction(rod))"\n'
        run = zwang.Model(text).run(samples=2)
        self.assertLess(abs(run.reductions["peak"] - 3 * 9.81), 1e-6)
        self.assertLess(abs(run.summary.peaks["bob.y"].min + 1), 1e-5)
        self.assertEqual(zwang.Model(PENDULUM).run().reductions, {})

    def test_start_settings_and_between(self) -> None:
        m = zwang.Model(PENDULUM)
        run = m.run(1, l=2.0, start={"bob.x": 0.0, "bob.y": -2.0, "bob.x'": 0.01}, samples=201,
                    tolerance=1e-11)
        w = np.sqrt(9.81 / 2)
        np.testing.assert_allclose(run["bob.x"], 0.01 / w * np.sin(w * run.t), atol=1e-6)
        t = np.linspace(0, 1, 37)
        np.testing.assert_allclose(run.sol(t)[0], 0.01 / w * np.sin(w * t), atol=1e-6)
        self.assertEqual(run.sol(0.5).shape, (2,))
        with self.assertRaisesRegex(ValueError, "did you mean 'bob.x'"):
            m.run(start={"bob.xx": 1})

    def test_errors(self) -> None:
        model = zwang.Model(PENDULUM)
        period = 2.367841947576237
        run = model.run(4 * period, error=True)
        self.assertLessEqual(abs(run["bob.x"][-1] - 1), run.errors["bob.x"])
        self.assertLessEqual(abs(run["bob.y"][-1]), run.errors["bob.y"])
        self.assertLess(run.errors["bob.y"], 1e-6)
        self.assertIn("second run", run.summary.error.message)
        self.assertEqual(len(run.summary.error.events), len(run.summary.events))
        plain = model.run(4 * period)
        self.assertEqual(plain.errors, {})
        self.assertEqual(plain.q.tobytes(), run.q.tobytes())

    def test_numbers_do_not_raise(self) -> None:
        run = zwang.Model('[coordinates]\nx = 1\n[free]\nmass = [1]\nforce = ["1/(x-1)"]\n').run(1)
        self.assertFalse(run.success)
        self.assertTrue(run.message)
        with self.assertRaisesRegex(ValueError, "tolerance"):
            zwang.Model(PENDULUM).run(tolerance=-1)
        with self.assertRaises(TypeError):
            zwang.Model(PENDULUM).run(tolerance="tight")

    def test_pickles(self) -> None:
        m = zwang.Model(PENDULUM, l=1.5)
        run = m.run(2)
        again = pickle.loads(pickle.dumps(m)).run(2)
        np.testing.assert_array_equal(run.q, again.q)
        copy = pickle.loads(pickle.dumps(run))
        np.testing.assert_array_equal(copy["force(rod).bob.x"], run["force(rod).bob.x"])
        self.assertEqual(copy.summary.steps, run.summary.steps)
        with self.assertRaisesRegex(ValueError, "pickled"):
            copy.save("run.csv")

    def test_files(self) -> None:
        run = zwang.Model(PENDULUM).run(1)
        with tempfile.TemporaryDirectory() as folder:
            for kind in ("csv", "h5", "json", "html"):
                run.save(os.path.join(folder, "run." + kind))
                self.assertGreater(os.path.getsize(os.path.join(folder, "run." + kind)), 500)
            with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["steps"], run.summary.steps)
            with self.assertRaisesRegex(ValueError, "must end in"):
                run.save(os.path.join(folder, "run.xls"))
        self.assertIn("<iframe", run._repr_html_())

    def test_threads_share_a_model(self) -> None:
        m = model("double_pendulum")
        want, found = m.run(2).q, {}

        def work(k: int) -> None:
            found[k] = m.run(2).q

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for q in found.values():
            np.testing.assert_array_equal(q, want)

    def test_ctrl_c(self) -> None:
        code = ("import zwang, sys, time\n"
                f"m = zwang.Model({PENDULUM!r})\n"
                "print('go', flush=True)\n"
                "try:\n  m.run(1e7, samples=2)\n"
                "except KeyboardInterrupt as stop:\n  print(stop.run.status, len(stop.run.t))\n")
        child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        self.assertEqual(child.stdout.readline(), "go\n")
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=10)
        self.assertIn("interrupted", out)


    def test_ctrl_c_everywhere(self) -> None:
        # What Ctrl-C stops, and what is kept: within a callback the run too.
        times = "np.linspace(0, 100, 3001)"
        for work, kept in (("m.run(1e7, samples=2, forces={'bob': lambda t, q, v: [0.0, 0.0]})", "interrupted"),
                           ("m.sweep({'l': (0.5, 2)}, {'a': 'max(bob.x)'}, runs=3, duration=1e7, threads=2)", None),
                           (f"[m.fit({{'t': {times}, 'bob.x': np.cos({times})}}, ['l']) for _ in range(10000)]", None)):
            code = ("import numpy as np, zwang\n"
                    f"m = zwang.Model({PENDULUM!r})\n"
                    "print('go', flush=True)\n"
                    f"try:\n  {work}\n"
                    "except KeyboardInterrupt as stop:\n"
                    "  print('stopped', getattr(getattr(stop, 'run', None), 'status', None))\n")
            child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
            assert child.stdout is not None
            self.assertEqual(child.stdout.readline(), "go\n")
            time.sleep(0.5)
            child.send_signal(signal.SIGINT)
            out, _ = child.communicate(timeout=20)
            self.assertEqual(out, f"stopped {kept}\n", work)


class TwoEnds(unittest.TestCase):
    def test_shortest_path(self) -> None:
        found = model("seed_circle").extremals(all=3)
        self.assertTrue(found.success, found.message)
        self.assertGreaterEqual(found.count, 1)
        first = found.curve(0)
        self.assertEqual(set(first), set(found.columns))
        self.assertTrue(all(hasattr(curve, "verdict") for curve in found.curves))
        with self.assertRaises(IndexError):
            found.curve(99)


class Wheel(unittest.TestCase):
    def test_installs_by_unpacking(self) -> None:
        package = os.path.dirname(zwang.__file__)
        build = os.path.dirname(os.path.dirname(package))
        tool = os.path.join(os.path.dirname(__file__), "..", "..", "tool", "make_wheel")
        with tempfile.TemporaryDirectory() as folder:
            out = subprocess.run([sys.executable, tool, build, folder], check=True,
                                 capture_output=True, text=True).stdout.strip()
            site = os.path.join(folder, "site")
            with zipfile.ZipFile(out) as wheel:
                wheel.extractall(site)
                record = next(name for name in wheel.namelist() if name.endswith("RECORD"))
                for line in wheel.read(record).decode().splitlines()[:-1]:
                    name, digest, size = line.rsplit(",", 2)
                    data = wheel.read(name)
                    want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
                    self.assertEqual((digest, int(size)), ("sha256=" + want.decode(), len(data)))
            code = "import zwang; print(zwang.__file__)"
            shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True,
                                   text=True, env={**os.environ, "PYTHONPATH": site}).stdout
            self.assertTrue(shown.startswith(site))


class Robots(unittest.TestCase):
    def test_import(self) -> None:
        folder = os.path.join(MODELS, "robots")
        name = next(name for name in sorted(os.listdir(folder)) if name.endswith(".urdf"))
        text, remarks = zwang.import_robot(os.path.join(folder, name))
        self.assertIn("[[bodies]]", text)
        self.assertIsInstance(remarks, list)
        self.assertGreater(len(zwang.Model(text).coordinates), 0)


if __name__ == "__main__":
    unittest.main()
