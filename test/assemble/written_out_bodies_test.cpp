// SPDX-License-Identifier: Apache-2.0
// Bodies written out as formulas over their joints, as two-ended questions want them, against the
// recursions: M, Q, A, b, residuals and their rates at common states.

#include <gtest/gtest.h>

#include <cmath>

#include "equations/evaluate.h"
#include "support/bodies_text.h"
#include "support/compile_text.h"

namespace zwang::test {

/// A state in which quaternions have length one; their rates may stretch them.
struct PoseOfBodies {
  std::vector<double> q, v;

  PoseOfBodies(const equations::Equations& equations, Random& random)
      : q(equations.q), v(q.size()) {
    for (double& x : q) x += random.uniform(-0.4, 0.4);
    for (double& x : v) x = random.uniform(-1, 1);
    for (const bodies::Body& body : equations.solids->tree.bodies) {
      if (!has_quaternion(body.joint)) continue;
      const Index first = equations.solids->first + body.q + coordinates(body.joint) - 4;
      double squares = 0;
      for (Index k = first; k < first + 4; ++k)
        squares += std::pow(q[static_cast<std::size_t>(k)], 2);
      for (Index k = first; k < first + 4; ++k)
        q[static_cast<std::size_t>(k)] /= std::sqrt(squares);
    }
  }
};

struct NumbersOfBodies {
  Matrix M, A;
  Vector Q, b, residual, rate;

  NumbersOfBodies(const equations::Equations& equations, const PoseOfBodies& at)
      : M(Matrix::Zero(equations.n, equations.n)), A(Matrix::Zero(equations.m, equations.n)) {
    equations::Workspace numbers(equations);
    numbers.evaluate(equations::Stage::projection, 0, at.q.data(), at.v.data());
    residual = Eigen::Map<const Vector>(numbers.residual(), equations.m);
    rate = Eigen::Map<const Vector>(numbers.rate(), equations.m);
    numbers.evaluate(equations::Stage::dynamics, 0, at.q.data(), at.v.data());
    Q = Eigen::Map<const Vector>(numbers.Q(), equations.n);
    b = Eigen::Map<const Vector>(numbers.b(), equations.m);
    const double* entry = numbers.M();
    Index first = 0;
    for (const std::size_t block : equations.mass_blocks) {
      const auto size = static_cast<Index>(block);
      for (Index i = 0; i < size; ++i) {
        for (Index j = 0; j < size; ++j) M(first + i, first + j) = *entry++;
      }
      first += size;
    }
    for (Index i = 0; i < equations.m; ++i) {
      for (Index k = equations.A().begin[static_cast<std::size_t>(i)];
           k < equations.A().begin[static_cast<std::size_t>(i) + 1]; ++k) {
        A(i, equations.A().column[static_cast<std::size_t>(k)]) = numbers.A()[k];
      }
    }
  }
};

namespace {

const std::string two_ends = "[extremal]\nfrom = { t = 0 }\nto = { t = 1 }\n";

void expect_same_numbers(const std::string& text, Random& random) {
  compile::CompileOptions written_out;
  written_out.extremal = true;
  const equations::Equations recursion = compile_text(text).equations,
                             formulas = compile_text(text + two_ends, written_out).equations;
  ASSERT_TRUE(recursion.solids.has_value());
  ASSERT_FALSE(formulas.solids.has_value());
  ASSERT_EQ(recursion.n, formulas.n);
  ASSERT_EQ(recursion.m, formulas.m);
  const PoseOfBodies at(recursion, random);
  const NumbersOfBodies x(recursion, at), y(formulas, at);
  // Sums of some hundred terms of size one to ten, second derivatives among them.
  const auto near = [](const Matrix& p, const Matrix& q, const char* what) {
    EXPECT_LE((p - q).cwiseAbs().maxCoeff(), 1e-11 * (1 + p.cwiseAbs().maxCoeff())) << what;
  };
  near(x.M, y.M, "M");
  near(x.Q, y.Q, "Q");
  if (recursion.m == 0) return;
  near(x.A, y.A, "A");
  near(x.b, y.b, "b");
  near(x.residual, y.residual, "residual");
  near(x.rate, y.rate, "rate");
}

TEST(WrittenOutBodies, AreTheirRecursions) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    expect_same_numbers(random_bodies_text(random, {.bodies = random.integer(1, 3)}), random);
    if (testing::Test::HasFailure()) return;
  }
}

/// Two bodies of the plane and a third in space, closed in some way.
std::string closed_by(const std::string& closure) {
  return "[[bodies]]\nname = 'a'\njoint = 'hinge'\nmass = 1\ninertia = [1, 1, 1]\n"
         "points = { tip = [1, 0, 0] }\nstart = { angle = 0.4 }\n"
         "[[bodies]]\nname = 'b'\nparent = 'a'\njoint = 'universal'\nat = [1, 0, 0]\nmass = 1\n"
         "inertia = [1, 1.5, 2]\npoints = { tip = [1, 0, 0.2] }\nstart = { angles = [-0.7, 0.3] }\n"
         "[[bodies]]\nname = 'c'\njoint = 'free'\nmass = 1\ninertia = [1, 1, 1.2]\n"
         "points = { tip = [0.3, 0.5, 0] }\nstart = { position = [1, 1, 1] }\n"
         "[[constraints]]\nname = 'closure'\n" +
         closure + "\n";
}

TEST(WrittenOutBodies, AreClosedAsTheirRecursions) {
  unsigned seed = 0;
  for (const char* const closure :
       {"weld = { between = ['b.tip', 'c.tip'] }", "point = { between = ['b.tip', 'c.tip'] }",
        "hinge = { between = ['b.tip', 'c.tip'], axis = [0, 1, 1] }",
        "slider = { between = ['b.tip', 'c.tip'], axis = [1, 0, 1] }",
        "universal = { between = ['b.tip', 'c.tip'], axis = [1, 0, 0], axis2 = [0, 1, 0] }",
        "distance = { between = ['b.tip', 'c.tip'] }",
        "gear = { between = ['a.angle', 'b.angle1'], ratio = 2 }",
        "roll = { body = 'c', radius = 1 }"}) {
    SCOPED_TRACE(closure);
    Random random(seed++);
    expect_same_numbers(closed_by(closure), random);
  }
}

// Five rows of a hinge in the plane: what the linkage does not feel is nothing at all, in a tilted
// world too, where only rounding would be left of it.
TEST(WrittenOutBodies, FeelNoRowsOutOfTheirPlane) {
  const std::string text =
      "[[bodies]]\nname = 'bench'\njoint = 'fixed'\nrotation = { rpy = [0.3, -0.7, 1.1] }\n"
      "points = { far = [2, 0, 0] }\n"
      "[[bodies]]\nname = 'a'\nparent = 'bench'\njoint = 'hinge'\nmass = 1\ninertia = [1, 1, 1]\n"
      "start = { angle = 1.2 }\n"
      "[[bodies]]\nname = 'b'\nparent = 'a'\njoint = 'hinge'\nat = [1, 0, 0]\nmass = 1\n"
      "inertia = [1, 1, 1]\npoints = { tip = [1.5, 0, 0] }\nstart = { angle = -1 }\n"
      "[[constraints]]\nname = 'pin'\nhinge = { between = ['b.tip', 'bench.far'], axis = [0, 0, 1] "
      "}\n";
  compile::CompileOptions written_out;
  written_out.extremal = true;
  const equations::Equations formulas = compile_text(text + two_ends, written_out).equations;
  ASSERT_EQ(formulas.m, 5);
  Index felt = 0;
  for (std::size_t i = 0; i < 5; ++i) felt += formulas.A().begin[i + 1] > formulas.A().begin[i];
  EXPECT_EQ(felt, 2);
}

TEST(WrittenOutBodies, SayWhatTwoEndsCannotHave) {
  compile::CompileOptions written_out;
  written_out.extremal = true;
  const std::string rod =
      "[[bodies]]\nname = 'b'\njoint = 'hinge'\nmass = 1\ninertia = [1, 1, 1]\n";
  EXPECT_EQ(complaints_of(rod + "friction = 1\n" + two_ends, written_out),
            "E349: a boundary-value problem cannot have dry friction (use damping instead)");
  std::string chain;
  for (int k = 0; k < 31; ++k) {
    chain += "[[bodies]]\nname = 'b" + std::to_string(k) +
             "'\njoint = 'hinge'\nmass = 1\ninertia = [1, 1, 1]\n";
  }
  EXPECT_EQ(complaints_of(chain + two_ends, written_out),
            "E357: bodies are written out as formulas here, which is limited to 30 joint "
            "coordinates; these have 31 (leave out what does not matter here)");
}

}  // namespace
}  // namespace zwang::test
