# SPDX-License-Identifier: Apache-2.0
"""Arrays that cannot be, for every argument that takes one: an exception that names it, never a crash. Arrays
that are only laid out in another way give the same bits."""
import unittest
import warnings

import numpy as np

import zwang

MODEL = zwang.Model("""
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
[simulate]
duration = 0.1
""")
SPRING = zwang.Model("""
[parameters]
k = 4
[coordinates]
x = { start = 1 }
[free]
lagrangian = "x'^2/2 - k*x^2/2"
[simulate]
duration = 0.1
""")
Q, V = np.array([0.6, -0.8]), np.array([0.8, 0.6])
M, F, A, B = np.eye(2), np.array([0.0, -9.81]), np.array([[0.6, -0.8]]), np.array([-1.0])
TIMES = np.linspace(0, 1, 11)


def set_state(q=Q, v=V):
    simulation = MODEL.simulation()
    simulation.set_state(0, q, v)
    return simulation.state[1]


def apply(force):
    simulation = MODEL.simulation()
    simulation.apply("bob", force)
    simulation.advance(0.01)
    return simulation.state[1]


def of(q=Q, v=V):
    return MODEL.accelerations(by=["l"])(q, v)


#: name of the argument as messages have it, a good value, a function of it
ARGUMENTS = [
    ("M", M, lambda x: zwang.solve_instant(x, F, A, B).acceleration),
    ("Q", F, lambda x: zwang.solve_instant(M, x, A, B).acceleration),
    ("A", A, lambda x: zwang.solve_instant(M, F, x, B).acceleration),
    ("b", B, lambda x: zwang.solve_instant(M, F, A, x).acceleration),
    ("C", F, lambda x: zwang.solve_instant(M, F, A, B, x).acceleration),
    ("weights", np.array([2.0]), lambda x: zwang.solve_instant(M, F, A, B, None, x).acceleration),
    ("M", np.stack([M, M]), lambda x: zwang.solve_instant(
        x, np.stack([F, F]), np.stack([A, A]), np.stack([B, B])).acceleration),
    ("q", Q, lambda x: MODEL.instant(0, x, V).acceleration),
    ("v", V, lambda x: MODEL.instant(0, Q, x).acceleration),
    ("y", np.concatenate([Q, V]), lambda x: MODEL.rate(0, x)),
    ("q", Q, lambda x: of(x, V)),
    ("v", V, lambda x: of(Q, x)),
    ("q", Q, lambda x: MODEL.accelerations().tangent(x, V).by_rate),
    ("v", V, lambda x: MODEL.accelerations().tangent(Q, x).by_rate),
    ("dq", Q, lambda x: MODEL.accelerations().forward(Q, V, dq=x)),
    ("dv", V, lambda x: MODEL.accelerations().forward(Q, V, dv=x)),
    ("dp", np.array([1.0]), lambda x: MODEL.accelerations(by=["l"]).forward(Q, V, dp=x)),
    ("w", Q, lambda x: MODEL.accelerations().reverse(Q, V, x)[0]),
    ("q", Q, lambda x: MODEL.run(start=(0, x, V)).q),
    ("v", V, lambda x: MODEL.run(start=(0, Q, x)).q),
    ("q", Q, lambda x: MODEL.equilibrium((0, x, V)).q),
    ("q", Q, lambda x: MODEL.linear(start=(0, x, np.zeros(2))).A),
    ("q", np.array([1.0]), lambda x: SPRING.periodic(guess=3.1, start=(0, x, [0.0])).period),
    ("q", Q, lambda x: set_state(q=x)),
    ("v", V, lambda x: set_state(v=x)),
    ("bob", np.array([1.0, 2.0]), apply),
    ("t|times", TIMES, lambda x: SPRING.fit({"t": x, "x": np.cos(2 * TIMES)}, ["k"]).values["k"]),
    ("x", np.cos(2 * TIMES), lambda x: SPRING.fit({"t": TIMES, "x": x}, ["k"]).values["k"]),
    ("k", np.array([4.0, 5.0]), lambda x: SPRING.sweep({"k": {"grid": x}}, {"e": "end(x)"})["e"]),
]


def misaligned(x):
    room = np.zeros(x.nbytes + 1, dtype=np.uint8)
    other = room[1:].view(float).reshape(x.shape)
    other[...] = x
    return other


#: the same numbers, laid out in another way
LAYOUTS = {
    "Fortran's order": np.asfortranarray,
    "negative strides": lambda x: x[tuple(slice(None, None, -1) for _ in x.shape)].copy()[
        tuple(slice(None, None, -1) for _ in x.shape)],
    "every second": lambda x: np.repeat(x, 2, axis=-1)[..., ::2],
    "the other byte order": lambda x: x.astype(">f8"),
    "misaligned": misaligned,
    "read-only": lambda x: np.frombuffer(x.tobytes()).reshape(x.shape),
    "lists": lambda x: x.tolist(),
    "objects": lambda x: x.astype(object),
    "longer doubles": lambda x: x.astype(np.longdouble),
}

#: what no array argument takes
WRONG = {
    "a text": "numbers",
    "bytes": b"12345678",
    "an object": object(),
    "a dict": {"x": 1.0},
    "a ragged list": [[1.0], [1.0, 2.0]],
    "complex numbers": np.array([1j, 2.0]),
    "dates": np.array(["2000-01-01", "2000-01-02"], dtype="datetime64[D]"),
    "texts": np.array(["1", "2"]),
    "a structure": np.zeros(2, dtype=[("a", float), ("b", float)]),
    "nothing": np.zeros(0),
    "nothing twice": np.zeros((0, 0)),
    "a number": np.float64(1.0),
    "too many": np.ones(17),
    "five dimensions": np.ones((1, 1, 1, 1, 1)),
    "a function": np.sin,
}


class HostileArrays(unittest.TestCase):
    def test_other_layouts_have_the_same_bits(self) -> None:
        for name, good, ask in ARGUMENTS:
            want = np.asarray(ask(good)).tobytes()
            for layout, change in LAYOUTS.items():
                with self.subTest(argument=name, layout=layout):
                    self.assertEqual(np.asarray(ask(change(good))).tobytes(), want)

    def test_integers_are_numbers(self) -> None:
        one = zwang.solve_instant(np.eye(2, dtype=int), [0, -1], [[1, 0]], [True])
        two = zwang.solve_instant(np.eye(2), [0.0, -1.0], [[1.0, 0.0]], [1.0])
        self.assertEqual(one.acceleration.tobytes(), two.acceleration.tobytes())

    def test_what_cannot_be_is_refused_by_name(self) -> None:
        for name, good, ask in ARGUMENTS:
            for what, wrong in WRONG.items():
                if name == "bob" and callable(wrong):
                    continue  # a law
                if name == "k" and what == "too many":
                    continue  # as many values as one likes
                with self.subTest(argument=name, wrong=what):
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")  # NumPy's, of ragged lists
                        with self.assertRaises((ValueError, TypeError)) as caught:
                            ask(wrong)
                    self.assertRegex(str(caught.exception), rf"(^|\W)({name})(\W|$)")

    def test_numbers_that_are_none_are_told(self) -> None:
        for name, good, ask in ARGUMENTS:
            for number in (np.nan, np.inf, -np.inf):
                wrong = good.copy()
                wrong.flat[-1] = number
                with self.subTest(argument=name, number=number):
                    try:
                        found = np.asarray(ask(wrong), dtype=float)
                    except (ValueError, TypeError) as error:
                        self.assertRegex(str(error), rf"(^|\W)({name})(\W|$)")
                    else:  # a measurement that is missing; or an answer that is none either
                        self.assertTrue(name == "x" or not np.isfinite(found).all())
        self.assertEqual(zwang.solve_instant(M, [np.nan, 0], A, B).status, "not_finite_input")

    def test_functions_that_return_nonsense_end_the_run(self) -> None:
        for what, wrong in WRONG.items():
            with self.subTest(wrong=what):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    with self.assertRaises((ValueError, TypeError)):
                        MODEL.run(forces={"bob": lambda t, q, v: wrong})
        run = MODEL.run(forces={"bob": lambda t, q, v: [np.nan, 0.0]})
        self.assertFalse(run.success)


if __name__ == "__main__":
    unittest.main()
