// SPDX-License-Identifier: Apache-2.0
#include "bvp/shooting/trail.h"

#include <cmath>

#include "bvp/dense.h"

namespace zwang::bvp {

namespace {

constexpr double least_gain = 4;  // at least, of halving a step
constexpr int most_halved = 12;   // gains of so many would be beyond any tolerance

}  // namespace

Trail::Trail(const Bvp& bvp, const Scales& scales, double tolerance, Index stages)
    : bvp_(bvp),
      scales_(scales),
      tolerance_(tolerance),
      z_(bvp.size()),
      y_(bvp.size()),
      g_(bvp.rates()) {
  curve_.n = bvp.n;
  curve_.extra = bvp.extra;
  curve_.stages = stages;
}

void Trail::begin(double tau, const double* z) {
  const Index d = bvp_.size();
  if (!curve_.mesh.empty()) {
    curve_.mesh.pop_back();
    curve_.z.resize(curve_.z.size() - d);
  }
  curve_.mesh.push_back(tau);
  curve_.z.insert(curve_.z.end(), z, z + d);
}

bool Trail::step(Shot& shot, double to) {
  double before = HUGE_VAL, off = 0;
  for (int halved = 0;; ++halved) {
    if (shot.step(to) != ode::Outcome::done || !add(shot)) return false;
    off = this->off(shot);
    // Without a gain, a shorter step would not help either: it is rounding.
    if (off <= tolerance_ || off > before / least_gain || halved == most_halved) break;
    before = off;
    remove();
    shot.halve();
  }
  shot.relax(off <= tolerance_ ? 1.5 : 4);
  return true;
}

// The step that the shot has done, as an interval.
bool Trail::add(Shot& shot) {
  if (shot.prepare_dense() != ode::Outcome::done) return false;
  const Gauss& g = gauss(curve_.stages);
  const double from = shot.before(), length = shot.tau() - from;
  for (Index j = 0; j < g.s; ++j) {
    const double tau = from + g.c[j] * length;
    shot.within(tau, z_.data());
    if (!bvp_.rate(bvp_.self, tau, z_.data(), g_.data())) return false;
    curve_.rates.insert(curve_.rates.end(), g_.begin(), g_.end());
  }
  curve_.mesh.push_back(shot.tau());
  curve_.z.insert(curve_.z.end(), shot.z(), shot.z() + bvp_.size());
  return true;
}

void Trail::remove() {
  curve_.mesh.pop_back();
  curve_.z.resize(curve_.z.size() - bvp_.size());
  curve_.rates.resize(curve_.rates.size() - curve_.stages * bvp_.rates());
}

// How far the polynomial of the last interval is from the shot, at places where it is not bound;
// what has outgrown its scale, relatively.
double Trail::off(const Shot& shot) noexcept {
  const Index i = curve_.intervals() - 1;
  const double h = curve_.mesh[i + 1] - curve_.mesh[i];
  double worst = 0;
  for (double theta : {0.25, 0.5, 0.8, 1.0}) {
    value_within(curve_, i, weights_at(gauss(curve_.stages), theta), z_.data());
    shot.within(theta < 1 ? curve_.mesh[i] + theta * h : curve_.mesh[i + 1], y_.data());
    for (Index k = 0; k < bvp_.size(); ++k)
      worst =
          std::fmax(worst, std::fabs(z_[k] - y_[k]) / std::fmax(scales_.z[k], std::fabs(y_[k])));
  }
  return worst;
}

}  // namespace zwang::bvp
