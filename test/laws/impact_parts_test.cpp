// SPDX-License-Identifier: Apache-2.0
// Blows at so many rubbing contacts at once that their impulses are not found in the work a blow may cost: all the same
// none makes energy, none lets a contact approach, and friction stays in its cones.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "laws/impact.h"
#include "support/algebra.h"
#include "support/random.h"

namespace zwang::test {
namespace {

/// Contacts between neighbours in a chain of bodies in space, each with three rates; and with the floor.
struct Pile {
  Index bodies, contacts;
  std::vector<double> A, W, M, b, Q, v, restitution, friction;
  std::vector<unsigned char> kind;
  std::vector<Index> tangent_of;

  Pile(Index count, Index each, double eps, Random& random)
      : bodies(count), contacts(count * each) {
    const Index n = 3 * bodies;
    const auto size = [](Index x) { return static_cast<std::size_t>(x); };
    A.assign(size(contacts * n), 0);
    W.assign(size(2 * contacts * n), 0);
    M.assign(size(n * n), 0);
    b.assign(size(contacts), 0);
    Q.assign(size(n), 0);
    v.resize(size(n));
    for (Index i = 0; i < n; ++i) {
      M[size(i * n + i)] = random.uniform(0.5, 2);
      v[size(i)] = random.uniform(-1, 1) - (i % 3 == 0 ? 1.0 : 0.0);
    }
    for (Index k = 0; k < contacts; ++k) {
      const Index body = k / each;
      for (Index row = 0; row < 3; ++row) {
        double* const to = row == 0 ? A.data() + k * n : W.data() + (2 * k + row - 1) * n;
        for (Index i = 0; i < 3; ++i) {
          const double x = (i == row ? 1.0 : 0.0) + random.uniform(-0.4, 0.4);
          to[3 * body + i] += x;
          if (body > 0) to[3 * (body - 1) + i] -= x;
        }
      }
      tangent_of.insert(tangent_of.end(), 2, k);
      restitution.push_back(eps);
      friction.push_back(random.uniform(0.1, 1));
      kind.push_back(least::unilateral_row);
    }
  }

  least::ImpactTask task(least::BlowOrder order) const {
    least::ImpactTask t;
    t.rows.n = 3 * bodies;
    t.rows.m = contacts;
    t.rows.mass = least::Mass::full;
    t.rows.M = M.data();
    t.rows.A = A.data();
    t.rows.b = b.data();
    t.rows.Q = Q.data();
    t.kind = kind.data();
    t.v = v.data();
    t.restitution = restitution.data();
    t.order = order;
    t.tangents = 2 * contacts;
    t.W = W.data();
    t.tangent_of = tangent_of.data();
    t.friction = friction.data();
    return t;
  }
};

double speed(const std::vector<double>& rows, Index k, const double* v, Index n) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += rows[static_cast<std::size_t>(k * n + i)] * v[i];
  return sum;
}

void expect_lawful(const Pile& pile, const least::ImpactAnswer& answer) {
  const Index n = 3 * pile.bodies;
  ASSERT_EQ(answer.status, Status::ok);
  EXPECT_LE(answer.energy_after, answer.energy_before * (1 + 1e-12));
  EXPECT_NEAR(answer.energy_after, answer.energy_before - answer.carnot - answer.rubbed,
              1e-9 * answer.energy_before);
  for (Index k = 0; k < pile.contacts; ++k) {
    const auto at = static_cast<std::size_t>(k);
    EXPECT_GE(speed(pile.A, k, answer.rates, n), -1e-6) << "contact " << k << " approaches";
    EXPECT_GE(answer.impulses[k], 0) << "contact " << k << " pulls";
    EXPECT_LE(std::hypot(answer.tangent_impulses[2 * k], answer.tangent_impulses[2 * k + 1]),
              pile.friction[at] * answer.impulses[k] + 1e-8)
        << "contact " << k;
  }
  // M Δv is what the impulses are together.
  for (Index i = 0; i < n; ++i) {
    const auto at = [](Index x) { return static_cast<std::size_t>(x); };
    double sum = -pile.M[at(i * n + i)] * (answer.rates[i] - pile.v[at(i)]);
    for (Index k = 0; k < pile.contacts; ++k) {
      sum += pile.A[at(k * n + i)] * answer.impulses[k];
      for (Index j = 2 * k; j < 2 * k + 2; ++j)
        sum += pile.W[at(j * n + i)] * answer.tangent_impulses[j];
    }
    EXPECT_NEAR(sum, 0, 1e-9) << "rate " << i;
  }
}

TEST(ImpactParts, BlowsAtManyContactsEndAndObeyTheLaws) {
  const int rounds = std::getenv("ZWANG_SOAK") ? 60 : 3;
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE("seed " + std::to_string(round));
    Random random(static_cast<std::uint64_t>(round));
    const Pile pile(3 + round % 6, 3 + round % 3, round % 2 == 0 ? 0 : 0.5, random);
    least::Impact impact(3 * pile.bodies, pile.contacts, 2 * pile.contacts);
    for (const least::BlowOrder order :
         {least::BlowOrder::sequence, least::BlowOrder::simultaneous})
      expect_lawful(pile, impact.solve(pile.task(order)));
  }
}

// Ten bodies, forty contacts that approach equally fast: minutes before joint blows had a bound.
TEST(ImpactParts, FortyEqualContactsEnd) {
  Random random(7);
  Pile pile(10, 4, 0.5, random);
  for (Index k = 0; k < pile.contacts; ++k) {
    const double u = speed(pile.A, k, pile.v.data(), 3 * pile.bodies);
    for (Index i = 0; i < 3 * pile.bodies; ++i)
      if (u > 0) pile.A[static_cast<std::size_t>(k * 3 * pile.bodies + i)] *= -1;
  }
  least::Impact impact(3 * pile.bodies, pile.contacts, 2 * pile.contacts);
  expect_lawful(pile, impact.solve(pile.task(least::BlowOrder::simultaneous)));
}

}  // namespace
}  // namespace zwang::test
