// SPDX-License-Identifier: Apache-2.0
// Solids in the equations, against differences of what has no derivative in it: positions of points
// for rows, energies for M and Q by Lagrange's equations.

#include "equations/reduce.h"

#include <gtest/gtest.h>

#include <functional>

#include "equations/evaluate.h"
#include "support/random_solids.h"

namespace zwang::test {
namespace {

using ReducedState = std::vector<double>;

// Of a smooth f at 0, central over h and 2h: errors of h⁴ and of rounding/h meet near 1e-3.
constexpr double h = 1e-3, allowed = 2e-9;

ReducedState slope(const std::function<ReducedState(double)>& f) {
  const ReducedState a = f(h), b = f(-h), c = f(2 * h), d = f(-2 * h);
  ReducedState out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    out[i] = (8 * (a[i] - b[i]) - (c[i] - d[i])) / (12 * h);
  return out;
}

/// q + s v + ½ s² a, and its rate.
struct Curve {
  ReducedState q, v, a;
  ReducedState place(double s) const {
    ReducedState x(q);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += s * (v[i] + 0.5 * s * a[i]);
    return x;
  }
  ReducedState rate(double s) const {
    ReducedState x(v);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += s * a[i];
    return x;
  }
};

ReducedState random_state(Random& random, std::size_t size) {
  ReducedState x(size);
  for (double& value : x) value = random.uniform(-1, 1);
  return x;
}

ReducedState rows_times(const equations::Pattern& A, const double* values, const ReducedState& x) {
  ReducedState y(static_cast<std::size_t>(A.rows()), 0.0);
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (Index k = A.begin[i]; k < A.begin[i + 1]; ++k) {
      y[i] += values[k] * x[static_cast<std::size_t>(A.column[static_cast<std::size_t>(k)])];
    }
  }
  return y;
}

Matrix full_mass(const equations::Equations& equations, const double* M) {
  Matrix full = Matrix::Zero(equations.n, equations.n);
  Index first = 0;
  for (const std::size_t block : equations.mass_blocks) {
    const auto size = static_cast<Index>(block);
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) full(first + i, first + j) = *M++;
    }
    first += size;
  }
  return full;
}

constexpr unsigned systems = 60;

TEST(Reduce, RowsAreTheDerivativesOfTheirResiduals) {
  for (unsigned seed = 0; seed < systems; ++seed) {
    Random random(seed);
    const RandomSolids s = random_solids(random, {.scalars = seed % 3});
    const equations::Equations& equations = s.equations;
    equations::Workspace numbers(equations);
    const Curve curve{s.q, s.v, random_state(random, s.q.size())};
    const auto m = static_cast<std::size_t>(equations.m);
    const auto fill = [&](double at, bool rate) {
      const ReducedState q = curve.place(at), v = curve.rate(at);
      numbers.evaluate(equations::Stage::projection, 0, q.data(), v.data());
      return rate ? ReducedState(numbers.rate(), numbers.rate() + m)
                  : ReducedState(numbers.residual(), numbers.residual() + m);
    };
    const ReducedState rate_by_difference = slope([&](double at) { return fill(at, false); });
    const ReducedState second = slope([&](double at) { return fill(at, true); });
    const ReducedState rate = fill(0, true);
    numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
    const ReducedState Av = rows_times(equations.A(), numbers.A(), s.v),
                       Aa = rows_times(equations.A(), numbers.A(), curve.a);
    for (std::size_t i = 0; i < m; ++i) {
      EXPECT_NEAR(second[i], Aa[i] - numbers.b()[i], allowed * 50)
          << "seed " << seed << " row " << i;
      if (equations.rows[i].level != equations::Level::position) continue;
      EXPECT_NEAR(rate[i], rate_by_difference[i], allowed * 10) << "seed " << seed << " row " << i;
      EXPECT_NEAR(rate[i], Av[i], 1e-12) << "seed " << seed << " row " << i;
    }
  }
}

TEST(Reduce, MassAndForcesAreThoseOfLagrange) {
  for (unsigned seed = 0; seed < systems; ++seed) {
    Random random(seed);
    RandomChoice choice{.scalars = seed % 3};
    choice.forces = false;
    const RandomSolids s = random_solids(random, choice);
    const equations::Equations& equations = s.equations;
    equations::Workspace numbers(equations);
    const auto n = s.q.size();
    const ReducedState rest(n, 0.0);
    const auto energy = [&](const ReducedState& q, const ReducedState& v) {
      numbers.evaluate(equations::Stage::energy, 0, q.data(), v.data());
      return *numbers.energy();
    };
    // L = T − V = E(q, v) − 2 E(q, 0); T is a square in v, so its momentum is a difference without error.
    const auto lagrangian = [&](const ReducedState& q, const ReducedState& v) {
      return energy(q, v) - 2 * energy(q, rest);
    };
    const auto momentum = [&](const ReducedState& q, const ReducedState& v) {
      ReducedState p(n);
      for (std::size_t i = 0; i < n; ++i) {
        ReducedState plus(v), minus(v);
        plus[i] += 1;
        minus[i] -= 1;
        p[i] = 0.5 * (energy(q, plus) - energy(q, minus));
      }
      return p;
    };
    const ReducedState by_q = [&] {
      ReducedState g(n);
      for (std::size_t i = 0; i < n; ++i) {
        g[i] = slope([&](double at) {
          ReducedState q(s.q);
          q[i] += at;
          return ReducedState{lagrangian(q, s.v)};
        })[0];
      }
      return g;
    }();
    const ReducedState a = random_state(random, n);
    const Curve curve{s.q, s.v, a};
    const ReducedState p_dot =
        slope([&](double at) { return momentum(curve.place(at), curve.rate(at)); });
    numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
    const double kinetic = numbers.kinetic(s.v.data());
    const Matrix M = full_mass(equations, numbers.M());
    Vector left = M * vec(a) - Eigen::Map<Vector>(numbers.Q(), static_cast<Index>(n));
    // Of the length of quaternions Lagrange's equations know nothing: what M and Q say of it is
    // c e (e·ë + ė·ė)/|e|⁴, without sign or size that matter.
    const equations::MovingSolids& solids = *numbers.solids();
    solids.for_each_quaternion([&](Index body, Index i) {
      const Index at = equations.solids->first + i;
      double ee = 0, sum = 0;
      for (Index k = at; k < at + 4; ++k) {
        const auto j = static_cast<std::size_t>(k);
        ee += s.q[j] * s.q[j];
        sum += s.q[j] * a[j] + s.v[j] * s.v[j];
      }
      for (Index k = at; k < at + 4; ++k) {
        left[k] -= solids.length_mass(body) * sum / (ee * ee) * s.q[static_cast<std::size_t>(k)];
      }
    });
    const double size = 1 + M.norm() + vec(by_q).norm();
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(left[static_cast<Index>(i)], p_dot[i] - by_q[i], 1e-8 * size)
          << "seed " << seed << " coordinate " << i;
    }
    EXPECT_NEAR(kinetic, energy(s.q, s.v) - energy(s.q, rest), 1e-12 * size) << "seed " << seed;
  }
}

TEST(Reduce, FreeMotionChangesTheEnergyByThePowerOfItsForces) {
  for (unsigned seed = 0; seed < systems; ++seed) {
    Random random(seed);
    RandomChoice choice{.scalars = seed % 3};
    const RandomSolids s = random_solids(random, choice);
    const equations::Equations& equations = s.equations;
    equations::Workspace numbers(equations);
    numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
    const Matrix M = full_mass(equations, numbers.M());
    const Vector a = M.llt().solve(Eigen::Map<Vector>(numbers.Q(), equations.n));
    const double power = *numbers.power();
    const Curve curve{s.q, s.v, ReducedState(a.data(), a.data() + a.size())};
    const double change = slope([&](double at) {
      const ReducedState q = curve.place(at), v = curve.rate(at);
      numbers.evaluate(equations::Stage::energy, 0, q.data(), v.data());
      return ReducedState{*numbers.energy()};
    })[0];
    EXPECT_NEAR(change, power, 1e-7 * (1 + M.norm() * a.squaredNorm())) << "seed " << seed;
  }
}

TEST(Reduce, ObservablesSeeAccelerationsOfPoints) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const RandomSolids s = random_solids(random, {});
    equations::Workspace numbers(s.equations);
    const Curve curve{s.q, s.v, random_state(random, s.q.size())};
    numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
    numbers.set_accelerations(curve.a.data());
    numbers.evaluate(equations::Stage::observe, 0, s.q.data(), s.v.data());
    const ReducedState seen(numbers.observables(), numbers.observables() + 3);
    // The first three frames but ω, by differences of their rates.
    const auto& frames = s.equations.solids->frames;
    std::size_t number = 0;
    for (std::size_t f = 0; f < frames.size(); ++f) {
      if (frames[f].kind == equations::FrameKind::omega) continue;
      const double by_difference = slope([&](double at) {
        const ReducedState q = curve.place(at), v = curve.rate(at);
        ReducedState x(static_cast<std::size_t>(s.equations.inputs));
        equations::MovingSolids moved(s.equations);
        moved.read(numbers.properties(), x.data());
        moved.move(q.data(), v.data(), x.data());
        return ReducedState{x[s.equations.solids->frame_slots[3 * f] + 1]};
      })[0];
      EXPECT_NEAR(seen[number++], by_difference, allowed * 20) << "seed " << seed;
    }
  }
}

TEST(Reduce, AMassOnAPointOfABodyIsOneMoreBody) {
  // A bob that a formula gives to the tip of a massless arm, and a body that has it.
  const auto arm = [](bool by_formula) {
    WrittenSystem s;
    s.set_gravity({0, -9.81, 0});
    bodies::SolidNumbers solid = plain_solid(by_formula ? 1.0 : 1.0 + 2.0);
    solid.center[0] = by_formula ? 0 : 2.0 / 3.0 * 0.8;
    // About the centre of both: I_z = 0.1 + 1·c² + 2·(0.8 − c)².
    const double c = solid.center[0];
    solid.inertia[2] = by_formula ? 0.1 : 0.1 + c * c + 2 * (0.8 - c) * (0.8 - c);
    s.add_body(bodies::ground, bodies::Joint::hinge, solid);
    const WrittenSystem::Point tip = s.add_frame(0, equations::FrameKind::point, {0.8, 0, 0});
    for (Index k = 0; k < 3 && by_formula; ++k) {
      s.add_mass(s.frame_coordinate(0, k), s.frame_coordinate(0, k), s.g.constant(2));
    }
    if (by_formula) s.add_force(s.frame_coordinate(0, 1), s.g.constant(-2 * 9.81));
    static_cast<void>(tip);
    return s.finish({0.3}, {1.7});
  };
  const equations::Equations one = arm(true), other = arm(false);
  EXPECT_FALSE(one.solids->recursive);
  EXPECT_TRUE(other.solids->recursive);
  equations::Workspace x(one), y(other);
  const double q = 0.3, v = 1.7;
  x.evaluate(equations::Stage::dynamics, 0, &q, &v);
  y.evaluate(equations::Stage::dynamics, 0, &q, &v);
  EXPECT_NEAR(x.M()[0], y.M()[0], 1e-14);
  EXPECT_NEAR(x.Q()[0], y.Q()[0], 1e-13);
  EXPECT_NEAR(x.kinetic(&v), y.kinetic(&v), 1e-14);
}

TEST(Reduce, ParametersReachTheSolids) {
  Random random(7);
  const RandomSolids s = random_solids(random, {.forces = false});
  equations::Workspace numbers(s.equations);
  numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
  const Matrix M = full_mass(s.equations, numbers.M());
  const double twice = 2;
  numbers.set_parameters({&twice, 1});
  numbers.evaluate(equations::Stage::dynamics, 0, s.q.data(), s.v.data());
  EXPECT_LT((full_mass(s.equations, numbers.M()) - 2 * M).norm(), 1e-12 * M.norm());
}

}  // namespace
}  // namespace zwang::test
