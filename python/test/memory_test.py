# SPDX-License-Identifier: Apache-2.0
"""Nothing leaks: the resident memory is flat over many runs, 1e5 of them with ZWANG_SOAK=1."""
import os
import pickle
import unittest

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
""")
RUNS = 100_000 if os.environ.get("ZWANG_SOAK") else 1_500


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def fails() -> None:
    try:
        MODEL.run(0.01, forces={"bob": lambda t, q, v: 1 / 0})
    except ZeroDivisionError:
        pass


class Memory(unittest.TestCase):
    def check_flat(self, work, runs: int = RUNS) -> None:
        if not os.path.exists("/proc/self/statm"):
            self.skipTest("no /proc")
        for _ in range(runs // 5):
            work()
        before = resident()
        for _ in range(runs):
            work()
        # 400 bytes for each of the runs; a result that leaked would be 2 kB and more.
        self.assertLess(resident() - before, 600_000)

    def test_runs(self) -> None:
        self.check_flat(lambda: MODEL.run(0.01, samples=3)["force(rod)"].sum())

    def test_what_goes_with_runs(self) -> None:
        def work() -> None:
            run = MODEL.run(0.01, samples=3, forces={"bob": lambda t, q, v: [0.0, 0.0]}, l=1.1)
            run.q, run.summary
            pickle.loads(pickle.dumps(run))
            simulation = run.model.simulation()
            simulation.apply("bob", lambda t, q, v: np.zeros(2))
            simulation.advance(0.01)
            fails()

        self.check_flat(work, RUNS // 5)

    def test_instants(self) -> None:
        M, Q, A, b = np.eye(2), np.ones(2), np.ones((1, 2)), np.ones(1)
        self.check_flat(lambda: zwang.solve_instant(M, Q, A, b).acceleration)
        self.check_flat(lambda: MODEL.instant().forces)


if __name__ == "__main__":
    unittest.main()
