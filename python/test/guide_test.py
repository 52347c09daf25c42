# SPDX-License-Identifier: Apache-2.0
"""What the guide shows in Python runs as it stands, beside the files that it names."""
import contextlib
import io
import os
import re
import shutil
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
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
[[observe]]
name    = "peak"
formula = "max(reaction(rod))"
"""


def blocks(page: str) -> list:
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        return re.findall(r"^```python\n(.*?)^```", file.read(), re.MULTILINE | re.DOTALL)


class Guide(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.mkdir(os.path.join(folder.name, "examples"))
        shutil.copy(os.path.join(ROOT, "examples", "cart_pole.toml"), os.path.join(folder.name, "examples"))
        shutil.copy(os.path.join(ROOT, "models", "pendulum.toml"), folder.name)
        os.chdir(folder.name)
        with open("linkage.toml", "w", encoding="utf-8") as file:
            file.write(LINKAGE)

    def spaces(self, page: str) -> list:
        found = blocks(page)
        self.assertTrue(found, page)
        spaces = []
        for block in found:
            spaces.append({})
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(block, page, "exec"), spaces[-1])
        return spaces

    def test_python(self) -> None:
        first, second = self.spaces("doc/guide/python.md")
        self.assertTrue(first["run"].success)
        self.assertEqual(second["now"].rank, 1)

    def test_own_clock(self) -> None:
        (space,) = self.spaces("doc/guide/simulation.md")
        self.assertEqual(space["s"].status, "ok")
        self.assertLess(abs(space["s"]["a"]), 0.01)  # the controller holds the pole

    def test_readme(self) -> None:
        (space,) = self.spaces("README.md")
        self.assertTrue(space["run"].success)


if __name__ == "__main__":
    unittest.main()
