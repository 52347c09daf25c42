// SPDX-License-Identifier: Apache-2.0
#include "bvp/shooting/shooting_nodes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace zwang::bvp {

namespace {

constexpr double rough = 1e-5;  // tolerance of shots that are not kept
constexpr double least = 1e-3;  // of τ: a guess that asks for shorter pieces is none

Nodes nodes_at(const Curve& guess, std::vector<double> tau) {
  Nodes nodes;
  nodes.p = guess.p;
  nodes.z.resize(tau.size() * guess.size());
  for (std::size_t i = 0; i < tau.size(); ++i)
    evaluate(guess, tau[i], nodes.z.data() + i * guess.size());
  nodes.tau = std::move(tau);
  return nodes;
}

/// Of x: rates of a guess are often worth little.
double departure(const Shot& shot, const Curve& guess, const Scales& scales, double* z) {
  evaluate(guess, shot.tau(), z);
  double largest = 0;
  for (Index k = 0; k < guess.n; ++k)
    largest = std::fmax(largest, std::fabs(shot.z()[k] - z[k]) / scales.z[k]);
  return largest;
}

}  // namespace

Nodes even_nodes(const Curve& guess, Index pieces) {
  std::vector<double> tau(pieces + 1);
  for (Index i = 0; i <= pieces; ++i) tau[i] = static_cast<double>(i) / static_cast<double>(pieces);
  return nodes_at(guess, std::move(tau));
}

Nodes lay_nodes(const Bvp& bvp, const Scales& scales, const Curve& guess, const Reach& reach) {
  Shot shot(bvp, scales, rough, true);
  std::vector<double> tau{0.0}, z(guess.size());
  while (tau.back() < 1) {
    evaluate(guess, tau.back(), z.data());
    double good = tau.back();
    bool goes = shot.begin(tau.back(), z.data());
    while (goes && good < 1) {
      goes = shot.step(1) == ode::Outcome::done && shot.growth() <= reach.growth &&
             departure(shot, guess, scales, z.data()) <= reach.departure;
      if (goes) good = shot.tau();
    }
    // Where the first step went too far already, something shorter.
    if (good == tau.back()) good += least;
    tau.push_back(good + least < 1 ? good : 1);
  }
  return nodes_at(guess, std::move(tau));
}

}  // namespace zwang::bvp
