// SPDX-License-Identifier: Apache-2.0
// The variational equation against closed forms and laws: scaling, translation in time, and the
// bilinear form that motions of Lagrange keep.

#include "sensitivity/sensitivity.h"

#include <numbers>

#include "motion/built.h"
#include "support/compile_text.h"

namespace zwang::test {
namespace {

using motion::SensitivityPlan;
using motion::SensitivityResult;
using Numbers = std::vector<double>;

/// A model with derivatives by all of its parameters, and a pass over its motion.
struct Followed {
  compile::Compiled compiled;
  motion::RightSide side;
  SensitivityPlan plan;
  SensitivityResult result;

  explicit Followed(const std::string& text)
      : compiled(compile(text)), side(compiled.equations, Method::automatic) {
    const equations::Equations& equations = compiled.equations;
    plan.t = equations.t;
    plan.q = equations.q;
    plan.v = equations.v;
    plan.tolerance = 1e-12;
    // Some hundreds are enough for all of these; rounding must not be followed for its own sake.
    plan.goes_on = [](void*, double, long steps) noexcept { return steps < 5000; };
    motion::Projector(side).assemble(plan.t, plan.q.data(), plan.v.data());
    const Index n = equations.n;
    for (std::size_t k = 0; k < equations.sensitivity.parameters.size(); ++k) {
      const Index first = static_cast<Index>(k) * n;
      for (Index i = 0; i < n; ++i) plan.S.push_back(equations.sensitivity.q[first + i]);
      for (Index i = 0; i < n; ++i) plan.S.push_back(equations.sensitivity.v[first + i]);
    }
  }

  static compile::Compiled compile(const std::string& text) {
    compile::CompileOptions options;
    options.tangent = true;
    const std::vector<std::string> names = compile_text(text).names.parameters;
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (names[k] != "N") options.sensitivity.push_back(static_cast<Index>(k));  // it counts
    }
    return compile_text(text, options);
  }

  void add(const Numbers& s_q, const Numbers& s_v) {
    plan.S.insert(plan.S.end(), s_q.begin(), s_q.end());
    plan.S.insert(plan.S.end(), s_v.begin(), s_v.end());
  }
  Numbers acceleration(double t, const Numbers& q, const Numbers& v) {
    return side.full_instant(t, q.data(), v.data()).acceleration;
  }
  void follow(double duration) {
    plan.t_end = plan.t + duration;
    result = motion::follow_sensitivity(side, plan);
    ASSERT_EQ(result.ending, motion::Ending::done);
    ASSERT_EQ(result.t, plan.t_end);
  }
  /// Component i of s_q, and of s_v, of a column of the end.
  double s_q(std::size_t column, std::size_t i) const { return result.S[2 * column * n() + i]; }
  double s_v(std::size_t column, std::size_t i) const {
    return result.S[(2 * column + 1) * n() + i];
  }
  std::size_t n() const { return plan.q.size(); }
};

// x = x₀ cos ωt + (v₀/ω) sin ωt with ω = √(k/m). Errors of 1e-12 a step, some 20 steps, and a factor
// of ωt = 9 by which phases part.
TEST(Sensitivity, OfAnOscillatorIsItsClosedForm) {
  Followed f(
      "[parameters]\nk = 20\nm = 1.3\nx0 = 0.7\nv0 = -1.1\n"
      "[coordinates]\nx = { start = 'x0', rate = 'v0' }\n"
      "[free]\nkinetic = \"0.5*m*x'^2\"\npotential = '0.5*k*x^2'\n");
  f.add({1}, {0});
  f.add({0}, {1});
  const double t = 2.3;
  f.follow(t);
  const double k = 20, m = 1.3, x0 = 0.7, v0 = -1.1;
  const double omega = std::sqrt(k / m), c = std::cos(omega * t), s = std::sin(omega * t);
  const double x_omega = -x0 * t * s + v0 * t / omega * c - v0 / (omega * omega) * s;
  const double v_omega = -x0 * s - x0 * omega * t * c - v0 * t * s;
  const double tolerance = 1e-9;
  EXPECT_NEAR(f.result.q[0], x0 * c + v0 / omega * s, tolerance);
  EXPECT_NEAR(f.s_q(0, 0), x_omega * omega / (2 * k), tolerance);
  EXPECT_NEAR(f.s_v(0, 0), v_omega * omega / (2 * k), tolerance);
  EXPECT_NEAR(f.s_q(1, 0), -x_omega * omega / (2 * m), tolerance);
  EXPECT_NEAR(f.s_v(1, 0), -v_omega * omega / (2 * m), tolerance);
  for (const std::size_t by_x : {2u, 4u}) {  // x0 as a parameter, x as a coordinate of the start
    EXPECT_NEAR(f.s_q(by_x, 0), c, tolerance);
    EXPECT_NEAR(f.s_v(by_x, 0), -omega * s, tolerance);
    EXPECT_NEAR(f.s_q(by_x + 1, 0), s / omega, tolerance);
    EXPECT_NEAR(f.s_v(by_x + 1, 0), c, tolerance);
  }
}

// A pendulum of any amplitude, from rest, is a function of t√(g/l) times l:
//   ∂x/∂g = t ẋ/2g,  ∂x/∂l = x/l − t ẋ/2l,  and the same of ẋ, which has the unit √(g l).
TEST(Sensitivity, OfAPendulumIsItsLawOfScale) {
  Followed f(
      "[parameters]\nl = 1.7\ng = 9.81\nm = 3\n[[particles]]\nname = 'bob'\nmass = 'm'\n"
      "position = ['l', 0]\n[free]\ngravity = [0, '-g']\n"
      "[[constraints]]\nname = 'rod'\nequation = 'bob.x^2 + bob.y^2 = l^2'\n");
  const double t = 1.9, l = 1.7, g = 9.81;
  f.follow(t);
  const Numbers &q = f.result.q, &v = f.result.v, a = f.acceleration(f.result.t, q, v);
  const double tolerance = 1e-9;  // some 40 steps of 1e-12; numbers up to 20
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(f.s_q(0, i), q[i] / l - t * v[i] / (2 * l), tolerance);
    EXPECT_NEAR(f.s_v(0, i), v[i] / (2 * l) - t * a[i] / (2 * l), tolerance);
    EXPECT_NEAR(f.s_q(1, i), t * v[i] / (2 * g), tolerance);
    EXPECT_NEAR(f.s_v(1, i), v[i] / (2 * g) + t * a[i] / (2 * g), tolerance);
    EXPECT_NEAR(f.s_q(2, i), 0, tolerance);  // bobs fall alike
    EXPECT_NEAR(f.s_v(2, i), 0, tolerance);
  }
  // Neighbours keep their own rods: x s_x + y s_y = l, and its derivative.
  EXPECT_NEAR(q[0] * f.s_q(0, 0) + q[1] * f.s_q(0, 1), l, 1e-14);
  EXPECT_NEAR(v[0] * f.s_q(0, 0) + v[1] * f.s_q(0, 1) + q[0] * f.s_v(0, 0) + q[1] * f.s_v(0, 1), 0,
              1e-13);
}

/// A motion that begins a little later is a neighbour of itself: (q̇, q̈) at the start becomes
/// (q̇, q̈) at the end, where nothing depends on the time.
void expect_translation_in_time(const std::string& text, double duration, double tolerance) {
  Followed f(text);
  f.add(f.plan.v, f.acceleration(f.plan.t, f.plan.q, f.plan.v));
  f.follow(duration);
  const std::size_t column = f.compiled.equations.sensitivity.parameters.size();
  const Numbers& v = f.result.v;
  const Numbers a = f.acceleration(f.result.t, f.result.q, v);
  double size = 1;
  for (const double x : a) size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < f.n(); ++i) {
    EXPECT_NEAR(f.s_q(column, i), v[i], tolerance * size) << i;
    EXPECT_NEAR(f.s_v(column, i), a[i], tolerance * size) << i;
  }
}

// Steps of 1e-12, tens of them, and motions that part by a factor of ten at the most.
TEST(Sensitivity, AlongTheMotionIsTheMotion) {
  expect_translation_in_time(double_pendulum, 1, 1e-9);
  expect_translation_in_time(chain(4), 0.5, 1e-9);
  expect_translation_in_time(platform, 1, 1e-9);
}

TEST(Sensitivity, AlongTheMotionIsTheMotionWhereRowsHoldRates) {
  expect_translation_in_time(
      "[coordinates]\nx = { rate = 0.3 }\ny = { start = 0.1, rate = 0.4 }\n"
      "phi = { start = 1.2, rate = 1.3 }\n"
      "[free]\nkinetic = \"0.5*(x'^2 + y'^2) + 0.1*phi'^2\"\npotential = '-4.9*x'\n"
      "[[constraints]]\nname = 'edge'\nequation = \"x'*sin(phi) - y'*cos(phi) = 0\"\n",
      1, 1e-9);
}

TEST(Sensitivity, AlongTheMotionIsTheMotionWhereMassIsSingular) {
  expect_translation_in_time(
      "[coordinates]\nx = { start = 0.4, rate = 1 }\nz = 0.16\n"
      "[free]\nkinetic = \"0.5*x'^2\"\npotential = '2*z + x^4'\n"
      "[[constraints]]\nname = 'bowl'\nequation = 'z = x^2'\n",
      2, 1e-9);
}

// Of two neighbours, s_qᵀM r_v − r_qᵀM s_v stays as it was: constraint forces do no virtual work.
TEST(Sensitivity, KeepsTheBilinearFormOfLagrange) {
  Followed f(chain(4));
  const std::size_t n = f.n();
  for (const std::size_t i : {1u, 4u}) {
    Numbers unit(n, 0.0), zero(n, 0.0);
    unit[i] = 1;
    f.add(unit, zero);
    f.add(zero, unit);
  }
  f.follow(0);  // makes the columns tangent
  const SensitivityResult begin = f.result;
  f.follow(0.8);
  const double* const M = f.side.numbers().M();  // of the last state; here it is constant
  ASSERT_EQ(f.compiled.equations.mass_blocks.size(), n);
  const auto form = [&](const Numbers& S, std::size_t k, std::size_t j) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += M[i] * (S[2 * k * n + i] * S[(2 * j + 1) * n + i] -
                     S[2 * j * n + i] * S[(2 * k + 1) * n + i]);
    }
    return sum;
  };
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      EXPECT_NEAR(form(f.result.S, k, j), form(begin.S, k, j), 1e-8) << k << " and " << j;
    }
  }
}

/// M(q) v over all coordinates.
Numbers momentum(motion::RightSide& side, const Numbers& q, const Numbers& v) {
  equations::Workspace& numbers = side.numbers();
  numbers.evaluate(equations::Stage::projection, 0, q.data(), v.data());
  Numbers p(q.size(), 0.0);
  const double* M = numbers.M();
  std::size_t first = 0;
  for (const std::size_t size : side.equations().mass_blocks) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) p[first + i] += *M++ * v[first + j];
    }
    first += size;
  }
  return p;
}

// Of bodies s_qᵀ∂p(r) − r_qᵀ∂p(s), where p = M(q) v answers to q too; its derivative by differences, whose
// h⁴ and rounding/h leave some 1e-11. What quaternions weigh along themselves is not felt by neighbours
// that keep their length.
TEST(Sensitivity, OfBodiesKeepsTheBilinearFormOfLagrange) {
  Followed f(
      "[ground]\npoints = { hook = [1, 0.5, 0] }\n[free]\ngravity = [0, -9.81, 0]\n"
      "[[bodies]]\nname = 'upper'\njoint = 'ball'\nmass = 2\ninertia = [0.1, 0.3, 0.35]\n"
      "center = [0.4, 0.1, 0]\nstart = { omega = [0.5, 1, 2] }\n"
      "[[bodies]]\nname = 'lower'\nparent = 'upper'\njoint = 'universal'\nat = [1, 0, 0]\n"
      "mass = 1\ninertia = [0.1, 0.2, 0.2]\ncenter = [0.3, 0, 0.1]\npoints = { tip = [1, 0, 0] }\n"
      "[[forces]]\nspring = { between = ['lower.tip', 'ground.hook'], stiffness = 9, length = 0.4 "
      "}\n");
  const std::size_t n = f.n();
  for (const std::size_t i : {2u, 5u}) {
    Numbers unit(n, 0.0), zero(n, 0.0);
    unit[i] = 1;
    f.add(unit, zero);
    f.add(zero, unit);
  }
  f.follow(0);
  const SensitivityResult begin = f.result;
  f.follow(0.8);
  const auto part = [&](const SensitivityResult& at, std::size_t k, bool rates) {
    const auto first = at.S.begin() + static_cast<std::ptrdiff_t>((2 * k + rates) * n);
    return Numbers(first, first + static_cast<std::ptrdiff_t>(n));
  };
  const auto change = [&](const SensitivityResult& at, std::size_t k) {  // ∂p along column k
    const Numbers s_q = part(at, k, false), s_v = part(at, k, true);
    const double h = 1e-3;
    Numbers sum(n, 0.0);
    for (const auto& [x, weight] : {std::pair{h, 8.0}, {-h, -8.0}, {2 * h, -1.0}, {-2 * h, 1.0}}) {
      Numbers q = at.q, v = at.v;
      for (std::size_t i = 0; i < n; ++i) {
        q[i] += x * s_q[i];
        v[i] += x * s_v[i];
      }
      const Numbers p = momentum(f.side, q, v);
      for (std::size_t i = 0; i < n; ++i) sum[i] += weight * p[i] / (12 * h);
    }
    return sum;
  };
  const auto form = [&](const SensitivityResult& at, std::size_t k, std::size_t j) {
    const Numbers a = part(at, k, false), b = part(at, j, false), dp = change(at, j),
                  dr = change(at, k);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * dp[i] - b[i] * dr[i];
    return sum;
  };
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      EXPECT_NEAR(form(f.result, k, j), form(begin, k, j), 1e-8) << k << " and " << j;
    }
  }
}

TEST(Sensitivity, OfAStartOffTheConstraintsIsItsShadow) {
  Followed f(pendulum("0.6", "-0.8"));
  f.add({1, 0}, {0, 0});
  f.follow(0);
  // e_x less its part along the rod (0.6, −0.8).
  EXPECT_NEAR(f.s_q(0, 0), 1 - 0.36, 1e-15);
  EXPECT_NEAR(f.s_q(0, 1), 0.48, 1e-15);
  EXPECT_NEAR(f.s_v(0, 0), 0, 1e-15);
}

TEST(Sensitivity, SeesWhereRowsComeApart) {
  Followed f("[parameters]\nl = 1\n" + pendulum("0.6", "-0.8") +
             "[[constraints]]\nname = 'again'\nequation = 'hypot(bob.x, bob.y) = l'\n");
  f.follow(0);
  EXPECT_TRUE(f.result.torn[0]);  // one rod stays at 1, the other would grow
  Followed g(
      "[parameters]\nl = 1\n[[particles]]\nname = 'bob'\nmass = 1\nposition = [0.6, -0.8]\n"
      "[[constraints]]\nname = 'rod'\nequation = 'bob.x^2 + bob.y^2 = l^2'\n"
      "[[constraints]]\nname = 'again'\nequation = 'hypot(bob.x, bob.y) = l'\n");
  g.follow(0);
  EXPECT_FALSE(g.result.torn[0]);
}

TEST(Sensitivity, EndsWhereItIsToldTo) {
  Followed f(double_pendulum);
  f.add({1, 0}, {0, 0});
  f.plan.t_end = 5;
  f.plan.goes_on = [](void*, double, long steps) noexcept { return steps < 3; };
  const SensitivityResult result = motion::follow_sensitivity(f.side, f.plan);
  EXPECT_EQ(result.ending, motion::Ending::interrupted);
  EXPECT_EQ(result.steps, 3);
  EXPECT_LT(result.t, 5);
}

}  // namespace
}  // namespace zwang::test
