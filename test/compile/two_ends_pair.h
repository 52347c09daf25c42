// SPDX-License-Identifier: Apache-2.0
#pragma once
// A compiled two-ended question and its twin by hand, at one random point.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "compile/two_ends_hand.h"
#include "equations/evaluate.h"
#include "support/random.h"

namespace zwang::test {

using equations::EndKind;
using equations::Equations;
using equations::TwoEnds;
using equations::Workspace;

/// A compiled question at a random point, beside its twin by hand.
class Pair {
 public:
  Pair(const HandQuestion& hand, const Equations& equations, std::uint64_t seed)
      : equations_(equations), numbers_(equations) {
    Random random(seed);
    const auto draw = [&](std::size_t count, double low, double high) {
      std::vector<Real> x;
      for (std::size_t k = 0; k < count; ++k) x.push_back(random.uniform(low, high));
      return x;
    };
    point.t = random.uniform(0.2, 1.2);
    point.q = draw(hand.n, 0.4, 1.4);
    point.v = draw(hand.n, -1, 1);
    point.lambda = draw(hand.lagrange ? hand.f.size() : 0, -1, 1);
    point.mu = draw(hand.G.size(), -1, 1);
    for (const double p : hand.p) point.p.push_back(p * random.uniform(0.9, 1.1));
    multipliers = draw(static_cast<std::size_t>(equations.m), -1, 1);
    acceleration = draw(hand.n, -1, 1);
    settle();
  }

  const TwoEnds& two_ends() const { return equations_.two_ends; }
  const equations::Layout& layout() const { return equations_.layout; }

  void evaluate(equations::Stage stage, Real t) {
    const std::vector<double> q(point.q.begin(), point.q.end()), v(point.v.begin(), point.v.end());
    numbers_.evaluate(stage, static_cast<double>(t), q.data(), v.data());
  }
  void evaluate(equations::Stage stage) { evaluate(stage, point.t); }
  /// With λ of the rows and ẍ.
  void evaluate_slopes() {
    const std::vector<double> q(point.q.begin(), point.q.end()), v(point.v.begin(), point.v.end()),
        a(acceleration.begin(), acceleration.end()), m(multipliers.begin(), multipliers.end());
    numbers_.evaluate_by_parameter(static_cast<double>(point.t), q.data(), v.data(), a.data(),
                                   m.data());
  }

  double at(Index place) const { return *numbers_.at(place); }
  void expect(Index place, const Function& f, double tolerance, const std::string& what) const {
    const auto wanted = static_cast<double>(f(point));
    EXPECT_NEAR(at(place), wanted, tolerance * (1 + std::abs(wanted))) << what;
  }
  Workspace& numbers() { return numbers_; }

  /// λ, μ, unknowns, time.
  std::vector<Variable> directions() const {
    std::vector<Variable> all;
    for (std::size_t k = 0; k < point.lambda.size(); ++k) all.push_back({&Point::lambda, k});
    for (std::size_t k = 0; k < point.mu.size(); ++k) all.push_back({&Point::mu, k});
    for (std::size_t k = 0; k < point.p.size(); ++k) all.push_back(p_(k));
    all.push_back(t_());
    return all;
  }

  Point point;
  std::vector<Real> multipliers, acceleration;

 private:
  // As a solver does: the unknowns first, then all parameters as they follow.
  void settle() {
    std::vector<double> parameters = equations_.parameters;
    for (std::size_t k = 0; k < point.p.size(); ++k) {
      parameters[static_cast<std::size_t>(two_ends().unknown_parameters[k])] =
          static_cast<double>(point.p[k]);
      point.p[k] = static_cast<double>(point.p[k]);
    }
    numbers_.set_parameters(parameters);
    evaluate(equations::Stage::settle);
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      parameters[k] = numbers_.settled()[k];
    }
    numbers_.set_parameters(parameters);
    for (std::size_t k = 0; k < point.lambda.size(); ++k) {
      numbers_.set(two_ends().lambda_slots[k], static_cast<double>(point.lambda[k]));
    }
    for (std::size_t k = 0; k < point.mu.size(); ++k) {
      numbers_.set(two_ends().mu_slots[k], static_cast<double>(point.mu[k]));
    }
    for (std::vector<Real>* const list :
         {&point.q, &point.v, &point.lambda, &point.mu, &multipliers, &acceleration}) {
      for (Real& x : *list) x = static_cast<double>(x);
    }
    point.t = static_cast<double>(point.t);
  }

  const Equations& equations_;
  Workspace numbers_;
};

}  // namespace zwang::test
