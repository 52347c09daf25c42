// SPDX-License-Identifier: Apache-2.0
#pragma once
// Four-bars as model files: a crank and a rocker hinged to the ground or to a body, a coupler hinged to
// the crank. What closes the loop, coupler.end and rocker.end, is left to the caller.

#include <string>

namespace zwang::test {

/// A bar from its hinge along its own x, its center in the middle. Texts are numbers, or formulas in
/// quotes, as the file has them.
struct BarText {
  std::string length, mass, inertia, start;
};

struct FourBarText {
  BarText crank, coupler, rocker;
  std::string base;  // from the hinge of the crank to that of the rocker

  std::string text(const std::string& parent = "ground") const {
    return bar("crank", parent, "0", crank) + bar("coupler", "crank", crank.length, coupler) +
           bar("rocker", parent, base, rocker);
  }

 private:
  static std::string half(const std::string& length) {
    return length.front() == '"' ? length.substr(0, length.size() - 1) + "/2\""
                                 : '"' + length + "/2\"";
  }
  static std::string bar(const std::string& name, const std::string& parent, const std::string& at,
                         const BarText& bar) {
    return "[[bodies]]\nname = \"" + name + "\"\nparent = \"" + parent +
           "\"\njoint = \"hinge\"\nat = [" + at + ", 0, 0]\nmass = " + bar.mass +
           "\ninertia = " + bar.inertia + "\ncenter = [" + half(bar.length) +
           ", 0, 0]\npoints = { end = [" + bar.length + ", 0, 0] }\nstart = { " + bar.start +
           " }\n";
  }
};

/// The hinge between their ends: five rows, of which the loop needs two.
inline const char* const hinge_of_ends =
    "[[constraints]]\nname = \"closure\"\n"
    "hinge = { between = [\"coupler.end\", \"rocker.end\"], axis = [0, 0, 1] }\n";

}  // namespace zwang::test
