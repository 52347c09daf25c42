// SPDX-License-Identifier: Apache-2.0
// Which forces are unique, why others are not, and the laws that read them.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "diagnosis/findings.h"
#include "support/random.h"

namespace zwang::test {
namespace {

const std::string plane = coordinates("x = 1\ny = 0\n", "x'^2 + y'^2");

TEST(CheckForces, TellsWhyAForceIsNotUniqueAndWhichOnesAre) {
  const Diagnosis diagnosis =
      check_text(plane + constraint("wall", "x = 1") + constraint("floor", "y = 0") +
                 constraint("again", "2*x = 2"));
  EXPECT_EQ(text_of(diagnosis, "undetermined"),
            "The forces of 'wall' and 'again' are statically indeterminate, because 'again' "
            "follows from 'wall'. The force of 'floor' is unique.");
}

TEST(CheckForces, OfRowsThatRepeatEachOtherWithinAConstraintAreUnique) {
  const Diagnosis diagnosis =
      check_text(plane + "[[constraints]]\nname = \"c\"\nequations = [\"x = 1\", \"2*x = 2\"]\n");
  EXPECT_EQ(text_of(diagnosis, "undetermined"),
            "The multipliers of 'c' are not unique, because its equations are dependent; its force "
            "is.");
}

const std::string friction =
    "[[nonideal]]\nfriction = { constraint = \"rod\", coefficient = 0.2 }\n";

TEST(CheckForces, WarnsOfFrictionThatReadsASharedReaction) {
  const std::string rod = point("bob", 1, 0) + bar("rod", "bob", "origin", "1");
  const Diagnosis diagnosis = check_text(rod + bar("again", "bob", "origin", "1") + friction);
  EXPECT_EQ(text_of(diagnosis, "undetermined-law"),
            "The friction of 'rod' depends on the reaction of 'rod', which is not unique: the load "
            "is shared with 'again'.");
  EXPECT_EQ(find(diagnosis, "undetermined-law")->severity, "warning");
  EXPECT_FALSE(find(check_text(rod + friction), "undetermined-law"));
}

TEST(CheckForces, DoesNotWarnOfFrictionBesideARepetition) {
  const Diagnosis diagnosis =
      check_text(point("bob", 1, 0) + point("far", 3, 0) + bar("rod", "bob", "origin", "1") +
                 constraint("rail", "far.y = 0") + constraint("again", "2*far.y = 0") + friction);
  EXPECT_TRUE(find(diagnosis, "undetermined"));
  EXPECT_FALSE(find(diagnosis, "undetermined-law"));
}

TEST(CheckForces, DoesNotWarnWhereTheRowsOfOneConstraintRepeatEachOther) {
  // λ is not unique, but the force of the rod is, and friction reads the force.
  const Diagnosis diagnosis =
      check_text(point("bob", 1, 0) +
                 "[[constraints]]\nname = \"rod\"\nequations = [\"bob.x = 1\", \"2*bob.x = 2\"]\n"
                 "[[nonideal]]\non = \"bob\"\nforce = [0, \"-0.1*reaction(rod)*bob.y'\"]\n");
  EXPECT_TRUE(find(diagnosis, "undetermined"));
  EXPECT_FALSE(find(diagnosis, "undetermined-law"));
}

std::string exactly(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// Points in the plane and bars between some of them, some bars twice.
struct Truss {
  explicit Truss(Random& random) {
    const Index points = random.integer(4, 7);
    for (Index k = 0; k < points; ++k) {
      x.push_back(std::round(random.uniform(-1, 1) * 1e6) / 1e6);
      y.push_back(std::round(random.uniform(-1, 1) * 1e6) / 1e6);
      text += point("p" + std::to_string(k), x.back(), y.back());
    }
    for (Index i = 0; i < points; ++i) {
      for (Index j = i + 1; j < points; ++j) {
        if (random.chance(0.75)) add(i, j);
        if (random.chance(0.1)) add(i, j);
      }
    }
  }

  void add(Index i, Index j) {
    const auto from = static_cast<std::size_t>(i), to = static_cast<std::size_t>(j);
    const double dx = x[to] - x[from], dy = y[to] - y[from];
    text += constraint("bar" + std::to_string(bars++), "distance(p" + std::to_string(i) + ", p" +
                                                           std::to_string(j) +
                                                           ")^2 = " + exactly(dx * dx + dy * dy));
  }

  std::vector<double> x, y;
  Index bars = 0;
  std::string text;
};

// λ is unique in a row where every w with wᵀA = 0 is zero: the null space of Aᵀ by its singular
// vectors.
std::set<std::string> shared_bars(const Model& model) {
  const ModelInstant instant = solve_instant(model);
  const auto m = static_cast<Eigen::Index>(model.constraints().size());
  const auto n = static_cast<Eigen::Index>(model.coordinates().size());
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::MatrixXd A = Eigen::Map<const Rows>(instant.constraint_matrix.data(), m, n);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullU);
  std::set<std::string> names;
  for (Eigen::Index k = 0; k < m; ++k) {
    const bool null = k >= n || svd.singularValues()(k) < 1e-10 * svd.singularValues()(0);
    for (Eigen::Index i = 0; null && i < m; ++i) {
      const bool shares = std::abs(svd.matrixU()(i, k)) > 1e-8;
      if (shares) names.insert(model.constraints()[static_cast<std::size_t>(i)].name);
    }
  }
  return names;
}

TEST(CheckForces, OfATrussAreSharedWhereTheNullSpaceSaysSo) {
  std::size_t with_both = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Truss truss(random);
    const Model model = read_model(truss.text, "");
    const std::set<std::string> expected = shared_bars(model);
    const Diagnosis diagnosis = check(model);
    const Finding* const shared = find(diagnosis, "undetermined");
    EXPECT_EQ(shared ? names_in(*shared) : std::set<std::string>{}, expected);
    with_both += !expected.empty() && expected.size() < model.constraints().size();
  }
  EXPECT_GT(with_both, 3u);  // else the test says little
}

}  // namespace
}  // namespace zwang::test
