// SPDX-License-Identifier: Apache-2.0
// ∂f/∂y against differences of f: central ones over dt and dt/2, extrapolated to order 4.

#include "instant/jacobian.h"
#include "flow/project.h"
#include "motion/built.h"

namespace zwang::test {
namespace {

using instant::StateLayout;

std::vector<double> rate_at(motion::RightSide& side, double t, const std::vector<double>& y) {
  std::vector<double> f(y.size());
  EXPECT_TRUE(side.rate(t, y.data(), f.data()));
  return f;
}

/// The derivative of f along x.
std::vector<double> difference(motion::RightSide& side, double t, const std::vector<double>& y,
                               const std::vector<double>& x) {
  std::vector<double> sum(y.size(), 0.0);
  // (8 (f(h) − f(−h)) − (f(2h) − f(−2h))) / 12 h: errors of h⁴ and of rounding/h meet at 1e-3.
  const double h = 1e-3;
  for (const auto& [at, weight] : {std::pair{h, 8.0}, {-h, -8.0}, {2 * h, -1.0}, {-2 * h, 1.0}}) {
    std::vector<double> moved(y);
    for (std::size_t i = 0; i < y.size(); ++i) moved[i] += at * x[i];
    const std::vector<double> f = rate_at(side, t, moved);
    for (std::size_t i = 0; i < y.size(); ++i) sum[i] += weight * f[i] / (12 * h);
  }
  return sum;
}

struct Case {
  motion::RightSide side;
  double t;
  std::vector<double> y;

  explicit Case(const equations::Equations& equations)
      : side(equations, Method::automatic), t(equations.t), y(side.layout().size()) {
    const StateLayout at = side.layout();
    std::copy(equations.q.begin(), equations.q.end(), y.begin() + at.q());
    std::copy(equations.v.begin(), equations.v.end(), y.begin() + at.v());
    motion::Projector(side).assemble(t, y.data() + at.q(), y.data() + at.v());
  }
};

/// Every column, off the constraints too: f is smooth there where the rows are independent.
void expect_exact(const std::string& text, double tolerance = 1e-8) {
  const equations::Equations equations = built(text);
  Case c(equations);
  const StateLayout at = c.side.layout();
  const auto size = static_cast<std::size_t>(at.size());
  const ode::System f = c.side.system_with_jacobian();
  ASSERT_NE(f.jacobian, nullptr);
  std::vector<double> J(size * size, 7.0);
  ASSERT_TRUE(f.jacobian(f.self, c.t, c.y.data(), J.data(), nullptr));
  double scale = 1;
  for (const double x : J) scale = std::max(scale, std::abs(x));
  const Index columns = equations.order == 2 ? 2 * at.n : at.n;
  for (Index j = 0; j < columns; ++j) {
    std::vector<double> unit(size, 0.0);
    unit[static_cast<std::size_t>(j)] = 1;
    const std::vector<double> expected = difference(c.side, c.t, c.y, unit);
    for (Index i = 0; i < 2 * at.n; ++i) {
      EXPECT_NEAR(J[static_cast<std::size_t>(i * at.size() + j)],
                  expected[static_cast<std::size_t>(i)], tolerance * scale)
          << "row " << i << " column " << j;
    }
  }
  for (Index i = 2 * at.n; i < at.size(); ++i) {
    for (Index j = 0; j < at.size(); ++j) {
      EXPECT_EQ(J[static_cast<std::size_t>(i * at.size() + j)], 0) << "books feed nothing";
    }
  }
}

TEST(Jacobian, OfAPendulum) { expect_exact(pendulum("0.8", "-0.6")); }

TEST(Jacobian, OfAPendulumThatMoves) {
  expect_exact(
      "[[particles]]\nname = 'bob'\nmass = 2\nposition = [0.8, -0.6]\nvelocity = [1.2, 1.6]\n"
      "[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'rod'\nequation = 'bob.x^2 + bob.y^2 = 1'\n");
}

TEST(Jacobian, OfALagrangianWithoutRows) { expect_exact(double_pendulum); }

TEST(Jacobian, OfAFamilyOfLinks) { expect_exact(chain(4)); }

TEST(Jacobian, OfALoopOfRods) {
  expect_exact(
      "[[particles]]\nname = 'a'\nmass = 1\nposition = [0.3, 0.9]\nvelocity = [0.5, 0]\n"
      "[[particles]]\nname = 'b'\nmass = 2\nposition = [1.4, 1.1]\n"
      "[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'crank'\nequation = 'norm(a) = 1'\n"
      "[[constraints]]\nname = 'coupler'\nequation = 'distance(a, b) = 1.2'\n"
      "[[constraints]]\nname = 'rocker'\nequation = 'distance(b, [2, 0]) = 1.1'\n");
}

TEST(Jacobian, OfRowsThatRepeatEachOther) {
  // The second rod is the first in other words, at every place: the rank does not depend on it.
  expect_exact(pendulum("0.8", "-0.6") +
               "[[constraints]]\nname = 'again'\nequation = '3*(bob.x^2 + bob.y^2) = 3'\n");
}

TEST(Jacobian, OfBaumgartesRows) {
  expect_exact(
      "[[particles]]\nname = 'bob'\nmass = 1\nposition = [0.9, -0.6]\nvelocity = [1, 1]\n"
      "[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'rod'\nequation = 'bob.x^2 + bob.y^2 = 1'\n"
      "drift = { baumgarte = [3, 5] }\n");
}

TEST(Jacobian, OfRowsOfTheVelocityLevel) {
  expect_exact(
      "[coordinates]\nx = 0\ny = { start = 0, rate = 0.4 }\nphi = { start = 0.3, rate = 1.3 }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2) + 0.1*phi'^2\"\npotential = '-4.9*x'\n"
      "[[constraints]]\nname = 'edge'\nequation = \"x'*sin(phi) - y'*cos(phi) = 0\"\n");
}

TEST(Jacobian, OfARowThatContainsTheTime) {
  expect_exact(
      "[[particles]]\nname = 'bob'\nmass = 1\nposition = [0.2, 1.0]\n"
      "[free]\ngravity = [0, -9.81]\n"
      "[[constraints]]\nname = 'rod'\nequation = 'bob.x^2 + (bob.y - 0.1*cos(3*t + 1))^2 = 1'\n");
}

TEST(Jacobian, OfAForceThatContainsRates) {
  expect_exact(pendulum("0.8", "-0.6") +
               "[[forces]]\non = 'bob'\nforce = [\"-0.3*bob'.x*abs(bob.y)\", \"-2*bob'.y\"]\n");
}

TEST(Jacobian, OfAMassMatrixWithoutAnInverse) {
  // z has no mass of its own: the row gives it one.
  expect_exact(
      "[coordinates]\nx = { start = 0.4, rate = 1 }\nz = 0.16\n"
      "[free]\nkinetic = \"0.5*x'^2\"\npotential = '2*z + x^4'\n"
      "[[constraints]]\nname = 'bowl'\nequation = 'z = x^2'\n");
}

TEST(Jacobian, OfAFirstOrderSystem) {
  expect_exact(
      "[coordinates]\nx = 1\ny = 0.5\nz = -0.3\n"
      "[free]\norder = 1\nacceleration = ['-x*y', 'sin(x) - z', 'y^2']\n"
      "[[constraints]]\nname = 'relation'\nequation = 'x + y*z = 0.85'\n");
}

/// Off the constraints redundant rows contradict each other; along them they stay dependent.
TEST(Jacobian, AlongTheConstraintsOfARedundantPlatform) {
  const equations::Equations equations = built(platform);
  Case c(equations);
  const StateLayout at = c.side.layout();
  const auto size = static_cast<std::size_t>(at.size());
  const ode::System f = c.side.system_with_jacobian();
  std::vector<double> J(size * size);
  ASSERT_TRUE(f.jacobian(f.self, c.t, c.y.data(), J.data(), nullptr));
  EXPECT_EQ(c.side.prepare_jacobian()->rank(), 2);
  // On the cranks: x = cos α, y = sin α, φ = 0; α moves by h.
  const auto state = [&](double alpha) {
    std::vector<double> y(size, 0.0);
    y[0] = std::cos(alpha);
    y[1] = std::sin(alpha);
    return y;
  };
  const double alpha = -0.3, h = 1e-3;
  ASSERT_NEAR(c.y[0], std::cos(alpha), 1e-15);
  std::vector<double> expected(size, 0.0);
  for (const auto& [step, weight] : {std::pair{h, 8.0}, {-h, -8.0}, {2 * h, -1.0}, {-2 * h, 1.0}}) {
    const std::vector<double> rate = rate_at(c.side, 0, state(alpha + step));
    for (std::size_t i = 0; i < size; ++i) expected[i] += weight * rate[i] / (12 * h);
  }
  for (Index i = at.v(); i < at.v() + 3; ++i) {
    const double* const row = J.data() + i * at.size();
    EXPECT_NEAR(-std::sin(alpha) * row[0] + std::cos(alpha) * row[1],
                expected[static_cast<std::size_t>(i)], 1e-8);
  }
}

TEST(Jacobian, ItsProjectorKeepsWhatTheRowsAllow) {
  const equations::Equations equations = built(chain(3));
  Case c(equations);
  instant::Jacobian* const jacobian = c.side.prepare_jacobian();
  const Index n = equations.n;
  const double *const q = c.y.data(), *const v = q + n;
  const Instant& now = c.side.full_instant(c.t, q, v);
  ASSERT_TRUE(jacobian->form(c.side.numbers(), now, c.t, q, v));
  std::vector<double> P(static_cast<std::size_t>(n * n));
  jacobian->tangent_projector(c.side.numbers(), P.data());
  double trace = 0;
  for (Index i = 0; i < n; ++i) trace += P[static_cast<std::size_t>(i * n + i)];
  EXPECT_NEAR(trace, static_cast<double>(n - equations.m), 1e-12);  // its rank: the freedom
  const equations::Pattern& A = equations.A();
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < equations.m; ++i) {
      double sum = 0;
      for (Index k = A.begin[static_cast<std::size_t>(i)];
           k < A.begin[static_cast<std::size_t>(i) + 1]; ++k) {
        sum += c.side.numbers().A()[k] *
               P[static_cast<std::size_t>(j * n + A.column[static_cast<std::size_t>(k)])];
      }
      EXPECT_NEAR(sum, 0, 1e-14);
    }
  }
}

TEST(Jacobian, IsAbsentWhereNobodyCompiledTheTangent) {
  const std::string text = pendulum();
  const compile::Compiled compiled =
      compile::compile(read::read(text, "").description, {{}, false});
  motion::RightSide side(compiled.equations, Method::automatic);
  EXPECT_EQ(side.prepare_jacobian(), nullptr);
  EXPECT_EQ(side.system_with_jacobian().jacobian, nullptr);
}

}  // namespace
}  // namespace zwang::test
