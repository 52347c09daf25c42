// SPDX-License-Identifier: Apache-2.0
#include "bvp/mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using bvp::equidistribute;

std::vector<double> even_mesh(Index intervals) {
  std::vector<double> mesh;
  for (Index i = 0; i <= intervals; ++i)
    mesh.push_back(static_cast<double>(i) / static_cast<double>(intervals));
  return mesh;
}

double largest_ratio(const std::vector<double>& mesh) {
  double largest = 1;
  for (std::size_t i = 2; i < mesh.size(); ++i) {
    const double ratio = (mesh[i] - mesh[i - 1]) / (mesh[i - 1] - mesh[i - 2]);
    largest = std::fmax(largest, std::fmax(ratio, 1 / ratio));
  }
  return largest;
}

// Four intervals with 2^6 times the error wanted: at order 6 each becomes two.
TEST(Refine, HalvesWhereOrderAsksForIt) {  // [ENDS 15]
  const std::vector<double> errors(4, 64e-9);
  const std::vector<double> mesh =
      equidistribute(even_mesh(4), errors, {.target = 1e-9, .order = 6, .fewest = 4, .most = 100});
  EXPECT_TRUE(near(mesh, even_mesh(8), 1e-6));  // points are moved to a grid of h/2^16
}

TEST(Refine, TakesFewerWhereTheErrorIsSmall) {
  const std::vector<double> errors(40, 1e-9 / 64);
  const std::vector<double> mesh =
      equidistribute(even_mesh(40), errors, {.target = 1e-9, .order = 6, .fewest = 4, .most = 160});
  EXPECT_EQ(mesh.size(), 21u);
}

TEST(Refine, StaysBetweenFewestAndMost) {
  const bvp::Refinement aim{.target = 1e-9, .order = 6, .fewest = 4, .most = 30};
  EXPECT_EQ(equidistribute(even_mesh(10), std::vector<double>(10, 1.0), aim).size(), 31u);
  EXPECT_EQ(equidistribute(even_mesh(10), std::vector<double>(10, 0.0), aim).size(), 5u);
}

// Whatever the errors: from 0 to 1, rising, neighbours alike, at least what the limits of a change
// ask for.
TEST(Refine, MeshesRiseAndNeighboursAreAlike) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Index N = random.integer(4, 40);
    std::vector<double> mesh = even_mesh(N), errors;
    for (Index i = 0; i < N; ++i) errors.push_back(1e-9 * std::pow(10, random.uniform(-8, 12)));
    const bvp::Refinement aim{.target = 1e-9, .order = 6, .fewest = 4, .most = 100'000};
    for (int round = 0; round < 3; ++round) {
      mesh = equidistribute(mesh, errors, aim);
      EXPECT_EQ(mesh.front(), 0);
      EXPECT_EQ(mesh.back(), 1);
      EXPECT_LE(largest_ratio(mesh), 4) << "seed " << seed;
      errors.assign(mesh.size() - 1, 0);
      for (double& error : errors) error = 1e-9 * std::pow(10, random.uniform(-8, 12));
      if (mesh.size() > 5000) break;
    }
  }
}

// err = (h/ℓ(τ))^6 for a layer ℓ = 10⁻³ + τ: in the end all intervals have the same error, but for
// the limit on neighbours, which the layer's slope of 1 nearly meets.
TEST(Refine, FindsALayer) {
  std::vector<double> mesh = even_mesh(10);
  for (int round = 0; round < 8; ++round) {
    std::vector<double> errors;
    for (std::size_t i = 1; i < mesh.size(); ++i)
      errors.push_back(std::pow((mesh[i] - mesh[i - 1]) / (1e-3 + mesh[i - 1]), 6));
    if (round == 7) {
      EXPECT_LT(*std::max_element(errors.begin(), errors.end()), 3e-6);
      EXPECT_GT(*std::min_element(errors.begin(), errors.end()), 1e-7);
    }
    mesh = equidistribute(mesh, errors, {.target = 1e-6, .order = 6, .fewest = 4, .most = 1000});
  }
  EXPECT_NEAR(static_cast<double>(mesh.size()), std::log(1001) / 0.1, 12);  // ∫ dτ/(0.1 ℓ)
}

TEST(Refine, HalvingKeepsThePoints) {
  const std::vector<double> mesh{0, 0.1, 0.7, 1};
  const std::vector<double> halved = bvp::halve(mesh);
  ASSERT_EQ(halved.size(), 7u);
  for (std::size_t i = 0; i < mesh.size(); ++i) EXPECT_EQ(halved[2 * i], mesh[i]);
  EXPECT_DOUBLE_EQ(halved[3], 0.4);
}

}  // namespace
}  // namespace zwang::test
