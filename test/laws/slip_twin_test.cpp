// SPDX-License-Identifier: Apache-2.0
// Oblique blows in the plane under each law, against a twin written apart (support/twin_blow.h).

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "laws/slip_path.h"
#include "support/random.h"
#include "support/twin_blow.h"

namespace zwang::test {
namespace {

using least::RestitutionLaw;

constexpr RestitutionLaw laws[] = {RestitutionLaw::newton, RestitutionLaw::poisson,
                                   RestitutionLaw::stronge};
constexpr TwinLaw twin_laws[] = {TwinLaw::newton, TwinLaw::poisson, TwinLaw::stronge};

/// A body of mass 1 that is struck at (x, y) from its centre, and its speed there.
TwinBlow draw_blow(Random& random, TwinLaw law) {
  const double turns = std::pow(10, random.uniform(-1, 1)), x = random.uniform(-1, 1),
               y = random.uniform(-1, 1);
  TwinBlow blow;
  blow.G[0] = 1 + turns * x * x;
  blow.G[1] = -turns * x * y;
  blow.G[2] = 1 + turns * y * y;
  blow.u[0] = -std::pow(10, random.uniform(-2, 1));
  blow.u[1] = random.chance(0.1) ? 0 : random.uniform(-3, 3);
  blow.mu = random.uniform(0.01, 3);
  blow.eps = random.chance(0.2) ? 0 : random.uniform();
  blow.law = law;
  return blow;
}

TEST(SlipTwin, BlowsAreWhatTheirPiecesSay) {
  const std::uint64_t rounds = std::getenv("ZWANG_SOAK") ? 100000 : 2000;
  int guarded = 0;
  for (int law = 0; law < 3; ++law)
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", law " + std::to_string(law));
      Random random(seed);
      TwinBlow twin = draw_blow(random, twin_laws[law]);
      least::SlipTask task;
      task.tangents = 1;
      task.u[0] = twin.u[0], task.u[1] = twin.u[1];
      task.G[0] = twin.G[0], task.G[1] = task.G[2] = twin.G[1], task.G[3] = twin.G[2];
      task.friction = twin.mu, task.restitution = twin.eps, task.law = laws[law];
      const least::SlipBlow blow = least::follow_slip(task);
      ASSERT_TRUE(blow.ended);
      const double size = std::abs(task.u[0]) + std::abs(task.u[1]);
      const bool lawful = deal(twin);
      EXPECT_EQ(blow.reduced, !lawful);
      guarded += !lawful;
      if (!lawful) continue;
      for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(blow.u[i], twin.u[i], 1e-11 * size);
        EXPECT_NEAR(blow.P[i], twin.P[i], 1e-11 * size);
      }
    }
  EXPECT_GT(guarded, 0);  // Kane's paradox is among them
}

}  // namespace
}  // namespace zwang::test
