// SPDX-License-Identifier: Apache-2.0
// How points, vectors and angular velocities of bodies change, against the recursions in numbers
// that carry derivatives.

#include <gtest/gtest.h>

#include "bodies/derivative/frame_derivative.h"
#include "bodies/derivative_oracle.h"
#include "support/sanitized.h"

namespace zwang::test {
namespace {

using bodies::Changes;
using bodies::JetChange;
using bodies::Over;

const std::uint64_t seeds = is_sanitized() ? 100 : 300;

JetChange change(const Series& X, const Series& Xd, const Series& Xdd) {
  return {rate(X), rate(Xd), rate(Xdd)};
}

/// Of the three kinds of frames of one body along a line.
struct Seen {
  Seen(const LineOfMotion& line, Index body, const Unit& local) {
    const auto& s = line.of[static_cast<std::size_t>(body)];
    const Series d = s.R * series(local), &w = s.velocity.angular, wd = cross(w, d);
    const Series dd = cross(s.acceleration.angular, d) + cross(w, wd);
    of[0] = change(s.p + d, s.velocity.linear + wd, s.acceleration.linear + dd);
    of[1] = change(d, wd, dd);
    of[2] = change({}, w, s.acceleration.angular);
  }
  JetChange of[3];
};

/// The three kinds as the library sees them: for each coordinate by position, then by rate.
using Found = std::vector<std::array<JetChange, 2>>;
std::array<Found, 3> find(const DerivativeCase& c, const Changes& changes, Index body,
                          const Unit& local) {
  const JetChange none = {bodies::zero3<double>(), bodies::zero3<double>(),
                          bodies::zero3<double>()};
  std::array<Found, 3> found;
  for (Found& f : found) f.resize(static_cast<std::size_t>(c.count()), {none, none});
  const auto into = [&](Found& f) {
    return [&f](Index k, const JetChange& by_position, const JetChange& by_rate) {
      f[static_cast<std::size_t>(k)] = {by_position, by_rate};
    };
  };
  each_point_change(c.t.tree, c.kinematics, changes, body, local, into(found[0]));
  each_vector_change(c.t.tree, c.kinematics, changes, body, local, into(found[1]));
  each_omega_change(c.t.tree, c.kinematics, changes, body, into(found[2]));
  return found;
}

void expect_near(const Unit& x, const Unit& y, double bound, const std::string& where) {
  const Unit d = x - y;
  ASSERT_LE(std::sqrt(dot(d, d)), bound)
      << where << ": got (" << x.x << ", " << x.y << ", " << x.z << "), expected (" << y.x << ", "
      << y.y << ", " << y.z << ")";
}

void expect_taylor(Over over) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const DerivativeCase c(seed, over);
    Changes changes(c.t.tree, over);
    const bool rates = over == Over::rates;
    changes.fill(c.t.tree, c.kinematics, c.t.q.data(), rates ? c.t.v.data() : c.qdot.data(),
                 rates ? c.t.vdot.data() : c.qddot.data());
    const Index body = c.t.tree.size() - 1;
    const Unit local = c.pulls.back().local;
    const std::array<Found, 3> found = find(c, changes, body, local);
    double reach = 4;  // ways together, and four times as much where a quaternion is short
    for (Index i = 0; i <= body; ++i)
      reach += 4 * std::sqrt(dot(c.kinematics[i].r, c.kinematics[i].r));
    const double bound = c.size.rounding * reach * c.paces;
    for (Index k = 0; k < c.count(); ++k)
      for (const bool by_rate : {false, true}) {
        const Seen seen(along(c, k, by_rate), body, local);
        for (std::size_t kind = 0; kind < 3; ++kind) {
          const JetChange& got = found[kind][static_cast<std::size_t>(k)][by_rate ? 1 : 0];
          const std::string where = seeded(seed, c.t) + ", kind " + std::to_string(kind) + ", by " +
                                    (by_rate ? "rate " : "position ") + std::to_string(k);
          expect_near(got.value, seen.of[kind].value, bound, where);
          expect_near(got.rate, seen.of[kind].rate, bound, where);
          expect_near(got.acceleration, seen.of[kind].acceleration, bound, where);
        }
        if (::testing::Test::HasFatalFailure()) return;
      }
  }
}

TEST(FrameDerivative, OverRatesEqualsTheRecursionsInTaylorNumbers) { expect_taylor(Over::rates); }
TEST(FrameDerivative, OverCoordinatesEqualsTheRecursionsInTaylorNumbers) {  // [TREES 19]
  expect_taylor(Over::coordinates);
}

}  // namespace
}  // namespace zwang::test
