// SPDX-License-Identifier: Apache-2.0
// Against quadruple precision: the error of ẍ is at most 20·eps·κ(D), relative, for κ(D) from
// 1e1 to 1e10, κ(M) = 100, full rank. Prints the table of the worst error / (eps·κ(D)).

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

#include "support/expect.h"
#include "support/oracle.h"
#include "support/printed.h"
#include "support/random.h"
#include "support/sanitized.h"

namespace zwang::test {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// How many systems for each κ: six, fewer under the sanitizers, a hundred in the long form.
std::uint64_t seeds() {
  if (is_sanitized()) return 3;
  return std::getenv("ZWANG_SOAK") ? 100 : 6;
}

/// A = D Lᵀ with κ(D) as asked. Odd seeds ask for what a motion of size 1 meets, even seeds for
/// any b, which the small singular values turn into a large motion.
System ill_conditioned(std::uint64_t seed, Index n, Index m, double kappa) {
  Random random(seed);
  System s;
  s.M = random_mass(random, n, 100);
  const Matrix L = cholesky(s.M);
  s.A = with_singular_values(random, m, n, spread(m, kappa)) * L.transpose();
  s.Q = s.M * random_vector(random, n);
  s.b = seed % 2 ? Vector(s.A * random_vector(random, n)) : random_vector(random, m);
  return s;
}

/// κ(D) of the numbers as they were rounded.
double kappa_of(const System& s) { return kappa(s.A * inverse(cholesky(s.M)).transpose(), s.m()); }

void expect_accurate(Index n, Index m) {
  const Method methods[] = {Method::explicit_, Method::bellman, Method::nullspace};
  std::printf(
      "n = %d, m = %d: worst error / (eps kappa(D))\n  kappa     explicit  bellman  "
      "nullspace  as printed\n",
      static_cast<int>(n), static_cast<int>(m));
  double kappa = 1;
  for (int decade = 1; decade <= 10; ++decade) {
    kappa *= 10;
    std::map<Method, double> worst;
    double worst_printed = 0;
    for (std::uint64_t seed = 0; seed < seeds(); ++seed) {
      const System s =
          ill_conditioned(100 * seed + static_cast<std::uint64_t>(decade), n, m, kappa);
      SCOPED_TRACE(seeded(100 * seed + static_cast<std::uint64_t>(decade), s));
      const Answer truth = oracle(s, m);
      const double scale = eps * kappa_of(s);
      for (Method method : methods) {
        const Instant instant = solve(s, method);
        EXPECT_EQ(instant.status, Status::ok);
        EXPECT_EQ(instant.rank, static_cast<std::size_t>(m));
        const double error = relative_error(instant.acceleration, truth.xdd) / scale;
        EXPECT_LE(error, 20) << name(method) << ", kappa(D) = " << scale / eps;
        worst[method] = std::max(worst[method], error);
      }
      const Vector x = printed(s, m).xdd;
      worst_printed = std::max(worst_printed,
                               relative_error({x.data(), x.data() + x.size()}, truth.xdd) / scale);
    }
    std::printf("  1e%02d      %8.3f %8.3f   %8.3f    %8.3f\n", decade, worst[methods[0]],
                worst[methods[1]], worst[methods[2]], worst_printed);
  }
}

TEST(Accuracy, LosesOnlyTheConditionNumberAtTwelve) { expect_accurate(12, 8); }

TEST(Accuracy, LosesOnlyTheConditionNumberAtThirty) { expect_accurate(30, 20); }

}  // namespace
}  // namespace zwang::test
