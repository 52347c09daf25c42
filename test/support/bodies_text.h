// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random models with bodies, as text: every number is a formula of the parameters a, b and c.

#include <array>
#include <string>

#include "support/joined.h"
#include "support/random.h"

namespace zwang::test {

struct BodiesChoice {
  Index bodies = 3;
  bool quaternions = true;
  bool rows = true;  // formulas of points, of positions and of rates
};

/// Writes one model; the same text for the same random numbers.
class BodiesText {
 public:
  BodiesText(Random& random, const BodiesChoice& choice) : random_(random), choice_(choice) {}

  std::string write() {
    text_ = "[parameters]\na = 0.7\nb = 1.3\nc = 'a*b + 0.4'\n";
    text_ += "[ground]\npoints = { pivot = " + vector(1) + " }\n";
    text_ += "[free]\ngravity = " + vector(3) + "\n";
    for (Index k = 0; k < choice_.bodies; ++k) add_body(k);
    add_forces();
    if (choice_.rows) add_rows();
    return text_;
  }

 private:
  std::string letter() {
    return std::array{"a", "b", "c"}[static_cast<std::size_t>(random_.integer(0, 2))];
  }
  std::string plain(double low, double high) { return std::to_string(random_.uniform(low, high)); }
  /// Of about this size, and above zero where low is.
  std::string number(double low, double high) {
    const std::string p = letter(), x = plain(low, high);
    const Index form = random_.integer(0, 2);
    if (form == 0) return "'" + x + "'";
    return form == 1 ? "'" + x + "*(0.5 + " + p + "^2)'" : "'" + x + " + 0.1*sin(" + p + ")'";
  }
  std::string one() { return number(-0.6, 0.6); }
  std::string two() { return joined({"[", one(), ", ", one(), "]"}); }
  std::string vector(double size) {
    const auto x = [&] { return number(-size, size); };
    return joined({"[", x(), ", ", x(), ", ", x(), "]"});
  }
  std::string quaternion() { return joined({"[1, ", one(), ", ", one(), ", ", one(), "]"}); }
  /// x + y, y + z, z + x of three numbers above zero: a body can have it.
  std::string inertia() {
    const std::string x = plain(0.1, 1), y = joined({plain(0.1, 1), "*", letter()}),
                      z = plain(0.1, 1);
    return "['" + x + " + " + y + "', '" + y + " + " + z + "', '" + z + " + " + x + "']";
  }
  std::string name(Index k) const { return "B" + std::to_string(k); }
  std::string some() { return name(random_.integer(0, choice_.bodies - 1)); }

  std::string joint(const std::string& kind) {
    const std::string axis = joined({"axis = [1, ", one(), ", ", one(), "]\n"});
    std::string keys = "joint = '" + kind + "'\n", start;
    if (kind == "hinge" || kind == "screw") {
      start = joined({"angle = ", one(), ", rate = ", one()});
    } else if (kind == "slider") {
      start = joined({"position = ", one(), ", rate = ", one()});
    } else if (kind == "cylinder") {
      start = joined({"angle = ", one(), ", position = ", one(), ", rates = ", two()});
    } else if (kind == "universal") {
      start = joined({"angles = ", two(), ", rates = ", two()});
      keys += joined({"axis2 = [", one(), ", 1, ", one(), "]\n"});
    } else if (kind == "planar") {
      start =
          joined({"x = ", one(), ", y = ", one(), ", angle = ", one(), ", rates = ", vector(1)});
    } else if (kind == "ball") {
      start = joined({"orientation = ", quaternion(), ", omega = ", vector(1)});
    } else if (kind == "free") {
      start = joined({"position = ", vector(1), ", velocity = ", vector(1),
                      ", orientation = ", quaternion(), ", omega = ", vector(1)});
    }
    if (kind == "screw") keys += "pitch = " + number(0.2, 1) + "\n";
    if (kind != "fixed") keys += "damping = " + number(0.2, 0.4) + "\n";
    if (kind != "planar" && kind != "ball" && kind != "free" && kind != "fixed") keys += axis;
    return start.empty() ? keys : keys + "start = { " + start + " }\n";
  }

  void add_body(Index k) {
    static constexpr std::array kinds{"hinge",     "slider", "cylinder", "screw", "fixed",
                                      "universal", "planar", "ball",     "free"};
    const auto any = static_cast<std::size_t>(random_.integer(0, choice_.quaternions ? 8 : 6));
    const Index parent = random_.integer(-1, k - 1);
    text_ += "[[bodies]]\nname = '" + name(k) + "'\n";
    if (parent >= 0) text_ += "parent = '" + name(parent) + "'\n";
    // Every body moves.
    text_ += joint(parent < 0 && any == 4 ? "hinge" : kinds[any]);
    text_ += joined({"at = ", vector(0.7), "\nrotation = { rpy = ", vector(1), " }\n"});
    text_ += joined({"mass = ", number(0.5, 2), "\ninertia = ", inertia(), "\n"});
    text_ += joined({"center = ", vector(0.4), "\npoints = { tip = ", vector(0.8), " }\n"});
  }

  void add_forces() {
    const std::string x = some(), y = some();
    text_ += joined({"[[forces]]\nspring = { between = ['", x,
                     ".tip', 'ground.pivot'], stiffness = ", number(1, 4),
                     ", length = ", number(0.3, 0.6), ", damping = ", number(0.2, 0.3), " }\n"});
    text_ += joined({"[[forces]]\non = '", y, ".tip'\nforce = ", vector(1),
                     "\ntorque = ", vector(1), "\nframe = 'body'\n"});
  }

  void add_rows() {
    const std::string x = some(), y = some(), z = some();
    text_ += "[[constraints]]\nname = 'place'\nequation = 'dot(" + x + ".tip, " + y + ".tip) + " +
             z + ".tip.y = a*b'\n";
    text_ += "[[constraints]]\nname = 'rate'\nequation = \"dot(" + y + ".tip', " + x +
             ".axis(x)) + b*dot(" + z + ".omega, " + x + ".tip) = c\"\n";
  }

  Random& random_;
  BodiesChoice choice_;
  std::string text_;
};

inline std::string random_bodies_text(Random& random, const BodiesChoice& choice = {}) {
  return BodiesText(random, choice).write();
}

}  // namespace zwang::test
