// SPDX-License-Identifier: Apache-2.0
// Reactions that depend on themselves: how many answers there are, against trying every branch, and
// Painlevé's rod, which has none or two.

#include "laws/reaction.h"

#include <algorithm>
#include <cmath>

#include "least/derivative.h"
#include "least/weighed.h"
#include "support/algebra.h"
#include "support/expect.h"
#include "support/random.h"

namespace zwang::test {
namespace {

using least::Answers;
using least::Sense;

struct Scene {
  std::vector<Sense> sense;
  std::vector<Index> size;
  Vector sigma, start;
  Matrix J;

  least::ReactionTask task() const {
    least::ReactionTask t;
    t.p = static_cast<Index>(sense.size());
    t.sense = sense.data();
    t.size = size.data();
    t.sigma = sigma.data();
    t.J = J.data();
    t.start = start.size() ? start.data() : nullptr;
    return t;
  }
};

struct Found {
  least::ReactionAnswer answer;
  std::vector<Vector> s;
};

Found found(least::ReactionSolver& solver, const Scene& scene) {
  Found out;
  out.answer = solver.solve(scene.task());
  const Index p = static_cast<Index>(scene.sense.size());
  for (Index i = 0; i < out.answer.count; ++i)
    out.s.push_back(Eigen::Map<const Vector>(out.answer.s + i * p, p));
  return out;
}

Found found(const Scene& scene) {
  least::ReactionSolver solver(static_cast<Index>(scene.sense.size()), scene.sigma.size());
  return found(solver, scene);
}

/// |σ(s)| by its definition.
Vector image(const Scene& scene, const Vector& s) {
  const Vector sigma = scene.sigma + scene.J * s;
  Vector out(s.size());
  Index row = 0;
  for (Index k = 0; k < s.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Vector part = sigma.segment(row, scene.size[at]);
    out(k) = scene.sense[at] == Sense::norm       ? part.norm()
             : scene.sense[at] == Sense::positive ? std::fmax(0.0, part(0))
                                                  : part(0);
    row += scene.size[at];
  }
  return out;
}

bool contains(const std::vector<Vector>& list, const Vector& s) {
  return std::any_of(list.begin(), list.end(), [&s](const Vector& other) {
    return (other - s).norm() <= 1e-7 * (s.norm() + other.norm());
  });
}

/// Every branch of every absolute value, by inverses.
std::vector<Vector> brute_force(const Scene& scene) {
  const auto p = scene.sense.size();
  std::vector<Vector> list;
  for (unsigned set = 0; set < 1u << p; ++set) {
    Vector branch = Vector::Ones(static_cast<Index>(p));
    for (std::size_t k = 0; k < p; ++k)
      if ((set >> k & 1u) && scene.sense[k] != Sense::plain)
        branch(static_cast<Index>(k)) = scene.sense[k] == Sense::norm ? -1 : 0;
    const Matrix D = branch.asDiagonal();
    const Vector s =
        inverse(Matrix(Matrix::Identity(D.rows(), D.cols()) - D * scene.J)) * D * scene.sigma;
    if ((image(scene, s) - s).norm() > 1e-9 * (1 + s.norm() + scene.sigma.norm())) continue;
    if (!contains(list, s)) list.push_back(s);
  }
  return list;
}

Scene draw_numbers(std::uint64_t seed) {
  Random random(seed);
  Scene scene;
  const Index p = random.integer(1, 5);
  const double strength = std::pow(10.0, random.uniform(-1, 0.7));
  for (Index k = 0; k < p; ++k) {
    const double which = random.uniform();
    scene.sense.push_back(which < 0.45  ? Sense::norm
                          : which < 0.9 ? Sense::positive
                                        : Sense::plain);
    scene.size.push_back(1);
  }
  scene.sigma = random_vector(random, p);
  scene.J = strength * random_matrix(random, p, p);
  return scene;
}

TEST(Reaction, ThereAreAsManyAnswersAsBranchesHold) {
  int count[3] = {};
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Scene scene = draw_numbers(seed);
    const std::vector<Vector> all = brute_force(scene);
    if (all.size() > least::ReactionAnswer::most) continue;
    const Found f = found(scene);
    ASSERT_EQ(f.s.size(), all.size());
    for (const Vector& s : f.s) EXPECT_TRUE(contains(all, s));
    EXPECT_EQ(f.answer.answers, all.empty()       ? Answers::none
                                : all.size() == 1 ? Answers::unique
                                                  : Answers::several);
    ++count[std::min<std::size_t>(all.size(), 2)];
    if (HasFailure()) return;
  }
  for (const int c : count) EXPECT_GT(c, 200);
}

TEST(Reaction, OneNormHasTheAnswersOfItsQuadraticEquation) {
  int count[3] = {};
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    Scene scene;
    const Index size = random.integer(1, 4);
    scene.sense = {Sense::norm};
    scene.size = {size};
    scene.sigma = random_vector(random, size);
    scene.J = random_matrix(random, size, 1);
    scene.J *= random.uniform(0, 2);
    if (random.chance(0.3)) scene.J = -0.9 * scene.J.norm() * scene.sigma / scene.sigma.norm();
    const Found f = found(scene);
    // Roots of ‖σ₀ + J s‖² − s² on s ≥ 0, counted by its sign at 0, at the vertex and far away.
    const double alpha = 1 - scene.J.squaredNorm(), beta = scene.sigma.dot(scene.J.col(0));
    const double gamma = scene.sigma.squaredNorm();
    const double vertex = beta / alpha;
    const auto value = [&](double s) { return gamma + 2 * beta * s - alpha * s * s; };
    const std::size_t roots = alpha > 0 ? 1 : vertex > 0 && value(vertex) < 0 ? 2 : 0;
    ASSERT_EQ(f.s.size(), roots) << "seed " << seed;
    for (const Vector& s : f.s)
      EXPECT_NEAR(image(scene, s)(0), s(0), 1e-12 * (1 + s(0) * scene.J.norm())) << "seed " << seed;
    ++count[roots];
  }
  for (const int c : count) EXPECT_GT(c, 50);
}

TEST(Reaction, WhereTheMapContractsTheAnswerIsTheOnlyOne) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    Scene scene;
    const Index p = random.integer(1, 5);
    Index rows = 0;
    for (Index k = 0; k < p; ++k) {
      scene.sense.push_back(Sense::norm);
      scene.size.push_back(random.integer(1, 3));
      rows += scene.size.back();
    }
    Matrix J = random_matrix(random, rows, p);
    J *= 0.6 / (1 + J.norm());
    // Units: s_l in units of c_l.
    Vector units(p);
    for (Index l = 0; l < p; ++l) units(l) = std::pow(10.0, random.uniform(-3, 3));
    Index row = 0;
    const Vector direction = random_vector(random, rows);
    const Vector s = units.cwiseProduct(random_vector(random, p).cwiseAbs());
    Vector wanted(rows);
    for (Index k = 0; k < p; ++k) {
      const Index size = scene.size[static_cast<std::size_t>(k)];
      wanted.segment(row, size) = s(k) * direction.segment(row, size).normalized();
      J.middleRows(row, size) *= units(k);
      row += size;
    }
    scene.J = J * Matrix(units.cwiseInverse().asDiagonal());
    scene.sigma = wanted - scene.J * s;
    const Found f = found(scene);
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_EQ(f.answer.answers, Answers::unique);
    EXPECT_LT(f.answer.contraction, 1);
    EXPECT_LT(f.answer.residual, 1e-13);
    for (Index k = 0; k < p; ++k)
      EXPECT_NEAR(f.s[0](k) / units(k), s(k) / units(k),
                  1e-12 * (1 + s.cwiseQuotient(units).norm()));
  }
}

TEST(Reaction, SeveralNormsThatDoNotContractAreFoundOrSaidToBeUnknown) {
  int known = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    Scene scene;
    scene.sense = {Sense::norm, Sense::norm};
    scene.size = {2, 3};
    scene.sigma = random_vector(random, 5);
    scene.J = random_matrix(random, 5, 2);
    scene.J *= random.uniform(0.1, 1);
    const Found f = found(scene);
    for (const Vector& s : f.s)
      EXPECT_TRUE(near(image(scene, s), s, 1e-9 * (1 + s.norm()))) << "seed " << seed;
    const bool contracts = f.answer.contraction < 1;
    EXPECT_EQ(f.answer.answers, f.s.size() > 1 ? Answers::several
                                : f.s.empty()  ? Answers::unknown
                                : contracts    ? Answers::unique
                                               : Answers::found);
    known += !f.s.empty();
  }
  EXPECT_GT(known, 100);
}

/// Painlevé's rod: half-length l, inclined by θ, its lower tip sliding on a rough floor.
/// Coordinates x, y, θ; φ = y − l sin θ; the tip slides with x' − l sin θ θ'.
Scene rod(double theta, double mu, double omega, double slides) {
  const double m = 1, l = 1, g = 9.81;
  System s;
  s.M = Matrix(vector({m, m, m * l * l / 3}).asDiagonal());
  s.Q = vector({0, -m * g, 0});
  s.A = matrix({{0, 1, -l * std::cos(theta)}});
  s.b = vector({-l * std::sin(theta) * omega * omega});
  const Vector W = vector({1, 0, -l * std::sin(theta)});
  // λ(C) = λ₀ − K₁ᵀC, C = −μ s W sign
  least::Derivative derivative(3, 1);
  EXPECT_TRUE(derivative.factor(task_of(s), RankTolerance::instant));
  const Vector C = -mu * slides * W;
  Scene scene;
  scene.sense = {Sense::positive};
  scene.size = {1};
  scene.sigma = vec(solve(s).multipliers);
  scene.J = Matrix::Zero(1, 1);
  derivative.adjoint(C.data(), nullptr, scene.J.data(), nullptr);
  scene.J *= -1;
  return scene;
}

TEST(Reaction, PainlevesRodIsOrderlyBelowTheCriticalFriction) {
  const double theta = std::atan(2.0);
  for (const double omega : {0.0, 4.0}) {
    EXPECT_EQ(found(rod(theta, 1.33, omega, 1)).answer.answers, Answers::unique);
    EXPECT_EQ(found(rod(theta, 1.5, omega, -1)).answer.answers, Answers::unique);
  }
  // 4/3 at tan θ = 2 is the least friction that can be critical, at any inclination.
  for (double angle = 0.05; angle < 1.55; angle += 0.01)
    EXPECT_EQ(found(rod(angle, 4.0 / 3 - 1e-9, 0, 1)).answer.answers, Answers::unique) << angle;
  EXPECT_EQ(found(rod(theta, 4.0 / 3 + 1e-9, 0, 1)).answer.answers, Answers::none);
}

TEST(Reaction, PainlevesRodAtRestInItsTurningHasNoAnswer) {
  const Found f = found(rod(std::atan(2.0), 1.5, 0, 1));
  EXPECT_EQ(f.answer.answers, Answers::none);
  EXPECT_EQ(f.answer.count, 0);
}

TEST(Reaction, PainlevesRodTurningFastHasTwo) {
  const Found f = found(rod(std::atan(2.0), 1.5, 4, 1));
  EXPECT_EQ(f.answer.answers, Answers::several);
  ASSERT_EQ(f.s.size(), 2u);
  const double low = std::fmin(f.s[0](0), f.s[1](0)), high = std::fmax(f.s[0](0), f.s[1](0));
  EXPECT_EQ(low, 0);
  EXPECT_NEAR(high, 22.504175279993287, 1e-11);  // 1/(1 − J) = 8 amplifies rounding
}

TEST(Reaction, ASingularBranchLeavesTheQuestionOpen) {
  Scene scene;
  scene.sense = {Sense::positive};
  scene.size = {1};
  scene.sigma = vector({-1});
  scene.J = matrix({{1}});  // s = s − 1 on the branch that bears
  const Found f = found(scene);
  EXPECT_EQ(f.answer.answers, Answers::found);
  EXPECT_EQ(f.s[0](0), 0);
}

// σ = (a + s²/5, 3s/5), a law that is not linear: for a = 3/5, s = ‖σ(s)‖ at 1 and at 3.
bool curved(void* context, const double* s, double* sigma, double* J) {
  const double a = *static_cast<const double*>(context);
  sigma[0] = a + 0.2 * s[0] * s[0];
  sigma[1] = 0.6 * s[0];
  J[0] = 0.4 * s[0];
  J[1] = 0.6;
  return std::isfinite(s[0]);
}

TEST(Reaction, ALawThatIsNotLinearIsFoundFromTheIdealReaction) {
  Scene scene;
  scene.sense = {Sense::norm};
  scene.size = {2};
  scene.start = vector({0.8});
  double a = 0.6;
  least::ReactionSolver solver(1, 2);
  const least::ReactionTask task = scene.task();
  const least::ReactionAnswer& answer = solver.solve(task, curved, &a);
  ASSERT_EQ(answer.answers, Answers::found);
  EXPECT_NEAR(answer.s[0], 1, 1e-14);
  scene.start(0) = 5;
  ASSERT_EQ(solver.solve(task, curved, &a).answers, Answers::found);
  EXPECT_NEAR(answer.s[0], 3, 1e-14);
  a = 5;  // (5 + s²/5)² > 0.64 s² for every s
  EXPECT_EQ(solver.solve(task, curved, &a).answers, Answers::unknown);
}

TEST(Reaction, NumbersGoneBadAreNotAnAnswer) {
  Scene scene;
  scene.sense = {Sense::norm, Sense::positive};
  scene.size = {2, 1};
  scene.sigma = vector({NAN, 1, 1});
  scene.J = Matrix::Zero(3, 2);
  EXPECT_EQ(found(scene).answer.count, 0);
}

TEST(Reaction, WithoutReactionsThereIsOneAnswer) {
  Scene scene;
  scene.J = Matrix(0, 0);
  EXPECT_EQ(found(scene).answer.answers, Answers::unique);
}

}  // namespace
}  // namespace zwang::test
