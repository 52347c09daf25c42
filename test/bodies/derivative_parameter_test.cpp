// SPDX-License-Identifier: Apache-2.0
// How inverse dynamics and frames change with the numbers of the solids, against differences along
// curves of these numbers, and against what scaling must do.

#include <gtest/gtest.h>

#include "bodies/derivative/parameter_derivative.h"
#include "bodies/derivative_case.h"
#include "bodies/inverse_dynamics.h"
#include "support/sanitized.h"

namespace zwang::test {
namespace {

using bodies::Dual;
using bodies::JetChange;
using bodies::Over;
using bodies::SolidNumbers;

const std::uint64_t seeds = is_sanitized() ? 100 : 300;

/// A curve of solids through those of a case: lengths, masses and gravity change in proportion to
/// `by`, rotations turn about `spin`, axes about theirs.
struct SolidsCurve {
  SolidsCurve(const bodies::Solids& from, Random& random) : start(from), change(from) {
    for (double& x : change.gravity) x = random.uniform(-5, 5);
    for (std::size_t i = 0; i < start.of.size(); ++i) {
      SolidNumbers& d = change.of[i];
      for (auto* three : {d.at, d.center})
        for (int k = 0; k < 3; ++k) three[k] = random.uniform(-0.5, 0.5);
      d.pitch = random.uniform(-1, 1);
      d.mass = start.of[i].mass * random.uniform(-1, 1);
      for (double& x : d.inertia) x = start.of[i].mass * random.uniform(-0.1, 0.1);
      spins.push_back(random_unit(random));
      turn_all(start.of[i], spins.back(), d);
    }
  }

  bodies::Solids at(double by) const {
    bodies::Solids s = start;
    for (int k = 0; k < 3; ++k) s.gravity[k] += by * change.gravity[k];
    for (std::size_t i = 0; i < s.of.size(); ++i) {
      const SolidNumbers& d = change.of[i];
      SolidNumbers& x = s.of[i];
      for (int k = 0; k < 3; ++k) {
        x.at[k] += by * d.at[k];
        x.center[k] += by * d.center[k];
      }
      x.pitch += by * d.pitch;
      x.mass += by * d.mass;
      for (int k = 0; k < 6; ++k) x.inertia[k] += by * d.inertia[k];
      turn_by(start.of[i], spins[i], by, x);
    }
    return s;
  }

  /// Rotation and axes, turned about a unit vector by an angle: what is across it turns in its plane.
  static Unit turned(const Unit& a, const Unit& n, double angle) {
    const Unit along = dot(a, n) * n, across = a - along;
    return along + std::cos(angle) * across + std::sin(angle) * cross(n, a);
  }
  static void turn_by(const SolidNumbers& from, const Unit& n, double angle, SolidNumbers& to) {
    for (int k = 0; k < 3; ++k) {
      const Unit column =
          turned({from.rotation[k], from.rotation[k + 3], from.rotation[k + 6]}, n, angle);
      to.rotation[k] = column.x;
      to.rotation[k + 3] = column.y;
      to.rotation[k + 6] = column.z;
    }
    store(turned(bodies::vec3<double>(from.axis), n, angle), to.axis);
    store(turned(bodies::vec3<double>(from.axis2), n, -angle), to.axis2);
  }
  static void turn_all(const SolidNumbers& from, const Unit& n, SolidNumbers& d) {
    for (int k = 0; k < 3; ++k) {
      const Unit column =
          cross(n, Unit{from.rotation[k], from.rotation[k + 3], from.rotation[k + 6]});
      d.rotation[k] = column.x;
      d.rotation[k + 3] = column.y;
      d.rotation[k + 6] = column.z;
    }
    store(cross(n, bodies::vec3<double>(from.axis)), d.axis);
    store(cross(bodies::vec3<double>(from.axis2), n), d.axis2);
  }

  bodies::Solids start, change;
  std::vector<Unit> spins;
};

/// A frame of the last body moves in it: local + by × away.
struct Sight {
  Unit local, away;
};

/// Points and vectors that are pulled at move in their bodies too.
Unit drift(const Pull& pull) { return {pull.local.y, -pull.local.z, pull.local.x}; }

/// τ, then X, Ẋ, Ẍ of the last body's point, its vector, its ω, all in one array.
std::vector<double> everything(const DerivativeCase& c, const bodies::Solids& solids,
                               const Sight& sight, double by) {
  const bodies::Tree& tree = c.t.tree;
  bodies::Kinematics kinematics(tree);
  kinematics.place(tree, solids, c.t.q.data());
  kinematics.move(tree, c.t.v.data());
  std::vector<bodies::Action> actions(tree.bodies.size());
  for (Pull pull : c.pulls) {
    pull.local += by * drift(pull);
    add(actions[static_cast<std::size_t>(pull.body)], pull, kinematics[pull.body].R);
  }
  std::vector<bodies::Force<double>> wrenches;
  for (const bodies::Action& action : actions) wrenches.push_back(action.wrench);
  std::vector<double> x(c.t.v.size());
  bodies::InverseDynamics inverse(tree);
  inverse.solve(tree, solids, kinematics,
                {c.t.vdot.data(), wrenches.data(), bodies::vec3<double>(solids.gravity)}, x.data());
  std::vector<bodies::Motion<double>> a(tree.bodies.size());
  accelerate(tree, kinematics, c.t.vdot.data(), bodies::zero3<double>(), a.data());
  const bodies::BodyState& body = kinematics[tree.size() - 1];
  const Unit d = body.R * (sight.local + by * sight.away), &w = body.velocity.angular;
  const Unit dd = cross(a.back().angular, d) + cross(w, cross(w, d));
  for (const Unit& u : {body.p + d, body.velocity.linear + cross(w, d), a.back().linear + dd, d,
                        cross(w, d), dd, bodies::zero3<double>(), w, a.back().angular})
    x.insert(x.end(), {u.x, u.y, u.z});
  return x;
}

bodies::Vec3<Dual> dual(const Unit& a, const Unit& change) {
  return {Dual(a.x, change.x), Dual(a.y, change.y), Dual(a.z, change.z)};
}

std::vector<double> changes(const DerivativeCase& c, const bodies::Solids& solids,
                            const bodies::Solids& change, const Sight& sight) {
  bodies::ParameterDerivative derivative(c.t.tree);
  derivative.move(c.t.tree, solids, change, c.t.q.data(), c.t.v.data(), c.t.vdot.data());
  for (const Pull& pull : c.pulls) {
    const bodies::Vec3<Dual> local = dual(pull.local, drift(pull));
    if (pull.kind == Pull::point) derivative.act_at_point(pull.body, local, pull.force);
    if (pull.kind == Pull::vector) derivative.act_along_vector(pull.body, local, pull.force);
    if (pull.kind == Pull::torque)
      derivative.act(pull.body, {pull.moment, bodies::zero3<double>()});
    if (pull.kind == Pull::wrench) derivative.act(pull.body, {pull.moment, pull.force});
  }
  const Index last = c.t.tree.size() - 1;
  const bodies::Vec3<Dual> at = dual(sight.local, sight.away);
  const JetChange jets[] = {derivative.point(last, at), derivative.vector(last, at),
                            derivative.omega(last)};
  std::vector<double> x(c.t.v.size());
  derivative.forces(c.t.tree, x.data());
  for (const JetChange& jet : jets)
    for (const Unit& u : {jet.value, jet.rate, jet.acceleration})
      x.insert(x.end(), {u.x, u.y, u.z});
  return x;
}

/// Of the fourth order, as in derivative_test.cpp; along the curve all is of degree five at most in
/// each rotation and each length, and there is one of each for each body on the path.
TEST(ParameterDerivative, EqualsDifferencesAlongACurveOfSolids) {
  const double h = 0x1p-11;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const DerivativeCase c(seed, Over::rates);
    Random random(seed + 123456);
    const SolidsCurve curve(c.t.solids, random);
    const Sight sight = {random_unit(random), random_unit(random)};
    const auto beside = [&](double by) { return everything(c, curve.at(by), sight, by); };
    const auto a = beside(-2 * h), b = beside(-h), d = beside(h), e = beside(2 * h);
    const auto found = changes(c, curve.start, curve.change, sight);
    ASSERT_EQ(found.size(), a.size());
    const double size = static_cast<double>(c.t.tree.size()), left = std::pow(5 * size, 5) / 30;
    double reach = 2;
    for (Index i = 0; i < c.t.tree.size(); ++i)
      reach += 1 + std::sqrt(dot(c.kinematics[i].r, c.kinematics[i].r));
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double slope = (8 * (d[i] - b[i]) - (e[i] - a[i])) / (12 * h);
      const double amplitude = c.paces * (i < c.t.v.size() ? c.weight[i] : reach);
      ASSERT_NEAR(found[i], slope, amplitude * (left * h * h * h * h + 2 * c.size.rounding / h))
          << seeded(seed, c.t) << ", number " << i;
    }
  }
}

/// Without forces τ is of degree one in all masses together.
TEST(ParameterDerivative, AlongTheMassesThemselvesIsTheForce) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    DerivativeCase c(seed, Over::rates);
    c.pulls.clear();
    bodies::Solids masses;
    for (const SolidNumbers& solid : c.t.solids.of) {
      SolidNumbers s{};
      s.mass = solid.mass;
      std::copy_n(solid.inertia, 6, s.inertia);
      masses.of.push_back(s);
    }
    const Sight sight = {bodies::zero3<double>(), bodies::zero3<double>()};
    const auto found = changes(c, c.t.solids, masses, sight);
    const auto expected = everything(c, c.t.solids, sight, 0);
    for (std::size_t i = 0; i < c.t.v.size(); ++i)
      ASSERT_NEAR(found[i], expected[i], c.size.rounding * c.paces * c.weight[i])
          << seeded(seed, c.t) << ", rate " << i;
    for (std::size_t i = c.t.v.size(); i < found.size(); ++i)
      ASSERT_EQ(found[i], 0) << seeded(seed, c.t) << ": no mass moves a frame";
  }
}

}  // namespace
}  // namespace zwang::test
