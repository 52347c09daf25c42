// SPDX-License-Identifier: Apache-2.0
// Modes of a hanging chain of many links against those in minimal coordinates: ω² = (g/l) x, x the zeros of Laguerre's
// polynomial of as many links, as eigenvalues of its Jacobi matrix by bisection in extended precision.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "zwang/linear.h"
#include "zwang/model.h"

namespace zwang::test {
namespace {

// How many zeros of the polynomial of degree n lie below x (Sturm).
long zeros_below(long n, long double x) {
  long count = 0;
  long double pivot = 1;
  for (long i = 0; i < n; ++i) {
    pivot = 2 * i + 1 - x - (i > 0 ? static_cast<long double>(i) * i / pivot : 0);
    if (pivot == 0) pivot = 1e-300L;
    if (pivot < 0) ++count;
  }
  return count;
}

double zero_of_laguerre(long n, long number) {
  long double low = 0, high = 4 * n;
  for (int k = 0; k < 120; ++k) {
    const long double middle = (low + high) / 2;
    (zeros_below(n, middle) > number ? high : low) = middle;
  }
  return static_cast<double>((low + high) / 2);
}

Model chain_of(long links) {
  return read_model(R"toml(
[parameters]
N = 10
l = "1/N"
m = "1/N"
g = 9.81
[[particles]]
name = "p"
count = "N"
mass = "m"
position = [0, "-l*i"]
[free]
gravity = [0, "-g"]
[[constraints]]
name = "nail"
equation = "norm(p[1]) = l"
[[constraints]]
name = "links"
for = "i in 1..N-1"
equation = "distance(p[i], p[i+1]) = l"
[linear]
at = "start"
)toml",
                    "chain", {{"N", static_cast<double>(links)}});
}

void expect_modes_of_chain(long links, std::size_t least_count) {
  const LinearModel found = linearise(chain_of(links));
  ASSERT_EQ(found.problem, "");
  ASSERT_GE(found.modes.size(), least_count);
  EXPECT_EQ(found.freedom, static_cast<std::size_t>(links));
  for (std::size_t k = 0; k < least_count; ++k) {
    const double exact = std::sqrt(9.81 * static_cast<double>(links) *
                                   zero_of_laguerre(links, static_cast<long>(k)));
    const double value = found.modes[k].eigenvalue.imag();
    EXPECT_NEAR(value, exact, 1e-10 * exact) << links << " links, mode " << k;
    EXPECT_LE(std::abs(value - exact), 1e-11 * exact + 10 * found.modes[k].error);
  }
}

// All of them, dense.
TEST(SparseModes, OfAShortChainAreThoseInMinimalCoordinates) { expect_modes_of_chain(60, 60); }

// The slowest, sparse; none is left out between them.
TEST(SparseModes, OfAChainOfAThousandLinksAreThoseInMinimalCoordinates) {
  expect_modes_of_chain(1000, 40);
}

TEST(SparseModes, SayWhatTheyDoNotKnow) {
  const LinearModel found = linearise(chain_of(500));
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.stability, Stability::undecided);
  EXPECT_NE(found.text.find("40 slowest of 500"), std::string::npos) << found.text;
  LinearOptions options;
  options.outputs = {{"p[1].x"}};
  EXPECT_NE(linearise(chain_of(500), options).problem, "");
}

}  // namespace
}  // namespace zwang::test
