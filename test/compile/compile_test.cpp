// SPDX-License-Identifier: Apache-2.0
// Compiled models against differences of their own residuals and energies, for every model of the
// gallery, at random states; and families against the same rows written out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

#include "compile/compile.h"
#include "equations/evaluate.h"
#include "flow/right_side.h"
#include "least/method.h"
#include "read/model.h"
#include "read/robots.h"
#include "support/random.h"

namespace zwang::compile {
namespace {

namespace fs = std::filesystem;
using equations::Equations;
using equations::Workspace;

Compiled compiled(const std::string& text, const std::string& source) {
  read::Reading reading = read::read(text, source);
  for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, source);
  for (const Complaint& c : read::fetch_robots(reading.description)) ADD_FAILURE() << c.text;
  Compiled result = compile(reading.description, {{}, true});
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << to_text(d, text, source);
  return result;
}

Compiled load(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return compiled({std::istreambuf_iterator<char>(file), {}}, path.string());
}

std::vector<fs::path> gallery() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(ZWANG_TEST_DATA "/../../models"))
    if (entry.path().extension() == ".toml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

struct State {
  double t;
  std::vector<double> q, v;
};

bool is_norm(const equations::Row& row) { return row.kind == equations::Kind::norm; }

// Quaternions to length one, their rates across them.
void put_on_spheres(const Equations& equations, State& state) {
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    if (!is_norm(equations.rows[i])) continue;
    const auto first = static_cast<std::size_t>(
        equations.A().column[static_cast<std::size_t>(equations.A().begin[i])]);
    double *const e = state.q.data() + first, *const ed = state.v.data() + first;
    const double length = std::sqrt(std::inner_product(e, e + 4, e, 0.0));
    for (int k = 0; k < 4; ++k) e[k] /= length;
    const double along = std::inner_product(e, e + 4, ed, 0.0);
    for (int k = 0; k < 4; ++k) ed[k] -= along * e[k];
  }
}

// Near the start, where every formula is defined; rates of the size of the coordinates. Nearer than
// the shortest link of a model is long.
State near_start(const Equations& equations, test::Random& random) {
  State state{equations.t + 0.1 * random.uniform(), equations.q, equations.v};
  for (double& x : state.q) x += 2e-3 * random.uniform(-1, 1) * (1 + std::abs(x));
  for (double& x : state.v) x += random.uniform(-1, 1);
  put_on_spheres(equations, state);
  return state;
}

State moved(State state, double s, const std::vector<double>& a = {}) {
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    state.q[i] += s * state.v[i] + (a.empty() ? 0.0 : 0.5 * s * s * a[i]);
    if (!a.empty()) state.v[i] += s * a[i];
  }
  state.t += s;
  return state;
}

// d/ds of a function of the state along its motion, by central differences of order 6.
template <class F>
double slope(F f, double s) {
  return (45 * (f(s) - f(-s)) - 9 * (f(2 * s) - f(-2 * s)) + (f(3 * s) - f(-3 * s))) / (60 * s);
}

class Gallery : public testing::Test {
 protected:
  template <class Body>
  void for_each_model(Body body) {
    const auto paths = gallery();
    ASSERT_GE(paths.size(), 20u);
    for (const fs::path& path : paths) {
      test::Random random(20261116);  // of each model: another one beside it changes nothing
      SCOPED_TRACE(path.filename().string() + ", seed 20261116");
      const Compiled model = load(path);
      if (!model.diagnostics.empty()) continue;
      Workspace numbers(model.equations);
      for (int k = 0; k < 3; ++k)
        body(model.equations, numbers, near_start(model.equations, random));
    }
  }
};

TEST_F(Gallery, RatesAreTheDerivativesOfResidualsAndBOfRates) {
  for_each_model([](const Equations& e, Workspace& numbers, const State& state) {
    if (e.order == 1) return;
    for (std::size_t i = 0; i < e.rows.size(); ++i) {
      const auto value = [&](bool rate) {
        return [&, rate](double s) {
          const State at = moved(state, s);
          numbers.evaluate(equations::Stage::projection, at.t, at.q.data(), at.v.data());
          return rate ? numbers.rate()[i] : numbers.residual()[i];
        };
      };
      numbers.evaluate(equations::Stage::projection, state.t, state.q.data(), state.v.data());
      const double rate = numbers.rate()[i];
      numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
      const double b = numbers.b()[i];
      double size = 1;
      for (Index k = e.A().begin[i]; k < e.A().begin[i + 1]; ++k) {
        size = std::max(size, std::abs(numbers.A()[k]));
      }
      // Differences of order 6 over 3·2e-4: rounding of about 1e-11, less from the formulas.
      if (e.rows[i].level == equations::Level::position) {
        EXPECT_NEAR(slope(value(false), 2e-4), rate, 1e-7 * size * (1 + std::abs(rate)));
      }
      // A servo row has its gains in b.
      const bool servo = e.rows[i].kind == equations::Kind::servo;
      if (e.rows[i].level != equations::Level::acceleration && !servo) {
        EXPECT_NEAR(-slope(value(true), 2e-4), b, 1e-6 * size * (1 + std::abs(b)));
      }
    }
  });
}

TEST_F(Gallery, RowsOfAAreTheDerivativesOfRatesByVelocities) {
  for_each_model([](const Equations& e, Workspace& numbers, const State& state) {
    if (e.order == 1) return;
    numbers.evaluate(equations::Stage::dynamics, state.t, state.q.data(), state.v.data());
    const std::vector<double> A(numbers.A(), numbers.A() + e.A().entries());
    for (std::size_t i = 0; i < e.rows.size(); ++i) {
      if (e.rows[i].level == equations::Level::acceleration) continue;
      std::vector<double> dense(static_cast<std::size_t>(e.n), 0.0);
      for (Index k = e.A().begin[i]; k < e.A().begin[i + 1]; ++k) {
        dense[static_cast<std::size_t>(e.A().column[static_cast<std::size_t>(k)])] =
            A[static_cast<std::size_t>(k)];
      }
      for (std::size_t j = 0; j < dense.size(); ++j) {
        const auto value = [&](double s) {
          State at = state;
          at.v[j] += s;
          numbers.evaluate(equations::Stage::projection, at.t, at.q.data(), at.v.data());
          return numbers.rate()[i];
        };
        EXPECT_NEAR(slope(value, 1e-2), dense[j], 1e-9 * (1 + std::abs(dense[j])))
            << "row " << i << ", column " << j;
      }
    }
  });
}

TEST_F(Gallery, TheEnergyChangesByThePowerOfWhatItDoesNotContain) {
  for_each_model([](const Equations& e, Workspace& numbers, const State& state) {
    if (e.order == 1 || !e.control_slots.empty()) return;  // controls do work of their own
    motion::RightSide side(e, Method::automatic);
    const Instant& instant = side.full_instant(state.t, state.q.data(), state.v.data());
    if (instant.status != Status::ok) return;  // off the constraints, rows may fight
    double power = *side.numbers().power();
    for (std::size_t i = 0; i < state.v.size(); ++i)
      power += state.v[i] * instant.force_lagrange[i];
    double size = 1;
    for (const double a : instant.acceleration) size = std::max(size, std::abs(a));
    const double s = 1e-3 / std::sqrt(size);
    const auto energy = [&](double h) {
      const State at = moved(state, h, instant.acceleration);
      numbers.evaluate(equations::Stage::energy, at.t, at.q.data(), at.v.data());
      return *numbers.energy();
    };
    // q moves to second order only, so the differences are right to s²·(third derivatives).
    EXPECT_NEAR(slope(energy, s), power, 1e-5 * (1 + std::abs(power)) * size);
  });
}

bool has_quaternions(const Equations& e) {
  return std::any_of(e.rows.begin(), e.rows.end(), is_norm);
}

// G = ∂(Q − M ẍ + Aᵀλ) and H = ∂(b − A ẍ) by q and v. Along a quaternion G need not be that: the row
// that keeps its length decides there (motion/tree_motion_test.cpp asks the whole right side).
TEST_F(Gallery, TangentsAreTheDerivativesOfForcesAndRows) {
  test::Random random(7);
  for_each_model([&](const Equations& e, Workspace& numbers, const State& state) {
    if (e.order == 1 || e.n > 60 || has_quaternions(e)) return;
    const auto n = static_cast<std::size_t>(e.n), m = static_cast<std::size_t>(e.m);
    std::vector<double> a(n), lambda(m);
    for (double& x : a) x = random.uniform(-1, 1);
    for (double& x : lambda) x = random.uniform(-1, 1);
    numbers.evaluate_tangent(state.t, state.q.data(), state.v.data(), a.data(), lambda.data());
    std::vector<double> tangent((n + m) * 2 * n, 0.0);
    const auto spread = [&](const equations::Pattern& pattern, const double* values,
                            std::size_t first) {
      for (std::size_t i = 0; i + 1 < pattern.begin.size(); ++i)
        for (Index k = pattern.begin[i]; k < pattern.begin[i + 1]; ++k)
          tangent[(first + i) * 2 * n +
                  static_cast<std::size_t>(pattern.column[static_cast<std::size_t>(k)])] =
              values[k];
    };
    spread(e.G(), numbers.G(), 0);
    spread(e.H(), numbers.H(), n);

    const auto value = [&](const State& at, std::size_t row) {
      numbers.evaluate(equations::Stage::dynamics, at.t, at.q.data(), at.v.data());
      const double* A = numbers.A();
      double sum = 0;
      if (row >= n) {
        const std::size_t i = row - n;
        sum = numbers.b()[i];
        for (Index k = e.A().begin[i]; k < e.A().begin[i + 1]; ++k)
          sum -= A[k] * a[static_cast<std::size_t>(e.A().column[static_cast<std::size_t>(k)])];
        return sum;
      }
      sum = numbers.Q()[row];
      const double* M = numbers.M();
      std::size_t first = 0;
      for (const std::size_t size : e.mass_blocks) {
        if (row >= first && row < first + size)
          for (std::size_t j = 0; j < size; ++j) sum -= M[(row - first) * size + j] * a[first + j];
        M += size * size;
        first += size;
      }
      for (std::size_t i = 0; i < m; ++i)
        for (Index k = e.A().begin[i]; k < e.A().begin[i + 1]; ++k)
          if (e.A().column[static_cast<std::size_t>(k)] == static_cast<Index>(row))
            sum += A[k] * lambda[i];
      return sum;
    };
    for (int probe = 0; probe < 40; ++probe) {
      const auto row = static_cast<std::size_t>(random.uniform() * static_cast<double>(n + m));
      const auto column = static_cast<std::size_t>(random.uniform() * static_cast<double>(2 * n));
      const auto at = [&](double s) {
        State state_at = state;
        (column < n ? state_at.q[column] : state_at.v[column - n]) += s;
        return value(state_at, row);
      };
      const double found = tangent[row * 2 * n + column];
      EXPECT_NEAR(slope(at, 1e-4), found, 2e-6 * (1 + std::abs(found)) + 1e-9 * std::abs(at(0)))
          << "row " << row << ", column " << column;
    }
  });
}

const char* const chain_family = R"toml(
[parameters]
g = 9.81
k = 3
[[particles]]
name = "p"
count = 3
mass = "1 + 0.5*i"
position = ["i", "0.1*i"]
velocity = [0.2, "0.3*i"]
[free]
gravity = [0, "-g"]
[[forces]]
for = "i in 1..3, j in i+1..3"
potential = "0.5*k*distance(p[i], p[j])^2"
[[forces]]
on = "p[i]"
for = "i in 1..3"
force = ["-i*p[i].x'", 0]
[[constraints]]
name = "rod"
for = "i in 1..2"
equation = "distance(p[i], p[i+1]) = 1"
[[observe]]
name = "gap"
for = "i in 1..2"
formula = "p[i+1] - p[i]"
)toml";

const char* const chain_written_out = R"toml(
[parameters]
g = 9.81
k = 3
[[particles]]
name = "a"
mass = 1.5
position = [1, 0.1]
velocity = [0.2, 0.3]
[[particles]]
name = "b"
mass = 2
position = [2, 0.2]
velocity = [0.2, 0.6]
[[particles]]
name = "c"
mass = 2.5
position = [3, "0.1*3"]
velocity = [0.2, "0.3*3"]
[free]
gravity = [0, "-g"]
[[forces]]
potential = "0.5*k*(distance(a, b)^2 + distance(a, c)^2 + distance(b, c)^2)"
[[forces]]
on = "a"
force = ["-a.x'", 0]
[[forces]]
on = "b"
force = ["-2*b.x'", 0]
[[forces]]
on = "c"
force = ["-3*c.x'", 0]
[[constraints]]
name = "rod"
equations = ["distance(a, b) = 1", "distance(b, c) = 1"]
[[observe]]
name = "gap1"
formula = "b - a"
[[observe]]
name = "gap2"
formula = "c - b"
)toml";

TEST(Family, IsTheSameAsItsMembersWrittenOut) {
  const Compiled family = compiled(chain_family, "family"), lone = compiled(chain_written_out, "");
  const Equations &f = family.equations, &l = lone.equations;
  EXPECT_EQ(f.q, l.q);
  EXPECT_EQ(f.v, l.v);
  ASSERT_EQ(f.A().column, l.A().column);
  EXPECT_EQ(family.names.observables,
            (std::vector<std::string>{"gap[1].x", "gap[1].y", "gap[2].x", "gap[2].y"}));
  Workspace x(f), y(l);
  const auto compare = [&](const char* what, const double* a, const double* b, Index size) {
    for (Index i = 0; i < size; ++i)
      EXPECT_NEAR(a[i], b[i], 1e-13 * (1 + std::abs(b[i]))) << what << " " << i;
  };
  x.evaluate(equations::Stage::dynamics, 0, f.q.data(), f.v.data());
  y.evaluate(equations::Stage::dynamics, 0, l.q.data(), l.v.data());
  compare("M", x.M(), y.M(), 6);
  compare("Q", x.Q(), y.Q(), 6);
  compare("A", x.A(), y.A(), f.A().entries());
  compare("b", x.b(), y.b(), 2);
  x.evaluate(equations::Stage::projection, 0, f.q.data(), f.v.data());
  y.evaluate(equations::Stage::projection, 0, l.q.data(), l.v.data());
  compare("residual", x.residual(), y.residual(), 2);
  compare("rate", x.rate(), y.rate(), 2);
  x.evaluate(equations::Stage::energy, 0, f.q.data(), f.v.data());
  y.evaluate(equations::Stage::energy, 0, l.q.data(), l.v.data());
  EXPECT_NEAR(*x.energy(), *y.energy(), 1e-13 * std::abs(*y.energy()));
  EXPECT_NEAR(*x.power(), *y.power(), 1e-13 * std::abs(*y.power()));
  x.evaluate(equations::Stage::observe, 0, f.q.data(), f.v.data());
  y.evaluate(equations::Stage::observe, 0, l.q.data(), l.v.data());
  compare("gap", x.observables(), y.observables(), 4);
}

TEST(Parameters, ChangeWithoutARebuild) {
  const Compiled model = compiled(chain_family, "family");
  Workspace x(model.equations);
  x.evaluate(equations::Stage::dynamics, 0, model.equations.q.data(), model.equations.v.data());
  const double before = x.Q()[1];
  const std::vector<double> other{0.0, 3.0};
  x.set_parameters(other);
  x.evaluate(equations::Stage::dynamics, 0, model.equations.q.data(), model.equations.v.data());
  EXPECT_NEAR(x.Q()[1] - before, 1.5 * 9.81, 1e-12);
}

}  // namespace
}  // namespace zwang::compile
