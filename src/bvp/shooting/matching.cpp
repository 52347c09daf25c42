// SPDX-License-Identifier: Apache-2.0
#include "bvp/shooting/matching.h"

#include <algorithm>
#include <cmath>

namespace zwang::bvp {

double NodeStep::largest() const noexcept {
  double size = 0;
  for (const auto* part : {&z, &p})
    for (double x : *part)
      if (!(std::fabs(x) <= size)) size = std::fabs(x);  // a NaN stays
  return size;
}

double NodeStep::mean() const noexcept {
  double sum = 0, of_p = 0;
  for (double x : z) sum += x * x;
  for (double x : p) of_p += x * x;
  return std::sqrt(sum / static_cast<double>(z.size()) +
                   of_p / std::fmax(1, static_cast<double>(p.size())));
}

Matching::Matching(const Bvp& bvp, const Scales& scales, double tolerance)
    : bvp_(bvp),
      scales_(scales),
      tolerance_(tolerance),
      d_(bvp.size()),
      np_(bvp.parameters),
      rows_(bvp.conditions()),
      ends_(rows_ * (2 * d_ + np_ + 1)),
      B_(rows_),
      B0_(rows_ * d_),
      B1_(rows_ * d_),
      Bp_(rows_ * np_),
      ladder_(d_, np_) {}

/// By way of so many points between.
static bool fly(Shot& shot, double from, double to, int stops) {
  for (int k = 1; k <= stops + 1; ++k) {
    const double goal = k <= stops ? from + k * (to - from) / (stops + 1) : to;
    while (shot.tau() < goal)
      if (shot.step(goal) != ode::Outcome::done) return false;
  }
  return true;
}

// The end of every shot into its rung, and where asked for its derivatives.
bool Matching::shoot(const Nodes& nodes, Shot& shot, bool fields, int stops) {
  const Index rung = d_ * (2 * d_ + np_ + 1);
  if (!bvp_.set(bvp_.self, nodes.p.data())) return false;
  for (Index i = 0; i < nodes.pieces(); ++i) {
    if (!shot.begin(nodes.tau[i], nodes.z.data() + i * d_)) return false;
    if (!fly(shot, nodes.tau[i], nodes.tau[i + 1], stops)) return false;
    double *columns = rungs_.data() + i * rung, *f = columns + d_ * (2 * d_ + np_);
    const double* next = nodes.z.data() + (i + 1) * d_;
    for (Index r = 0; r < d_; ++r) f[r] = (next[r] - shot.z()[r]) / scales_.z[r];  // [ENDS 17]
    if (!fields) continue;
    growth_ = std::fmax(growth_, shot.growth());
    for (Index c = 0; c < d_ + np_; ++c) {
      const bool of_p = c >= d_;
      const double unit = of_p ? scales_.p[c - d_] : scales_.z[c];
      double* column = columns + (of_p ? c + d_ : c) * d_;
      for (Index r = 0; r < d_; ++r) column[r] = shot.fields()[c * d_ + r] * unit / scales_.z[r];
    }
    std::fill_n(columns + d_ * d_, d_ * d_, 0.0);
    for (Index r = 0; r < d_; ++r) columns[d_ * d_ + r * d_ + r] = -1;  // [ENDS 17]
  }
  return true;
}

bool Matching::fill_ends(const Nodes& nodes, bool fields) {
  const double *z0 = nodes.z.data(), *z1 = z0 + nodes.pieces() * d_;
  if (!bvp_.ends(bvp_.self, z0, z1, B_.data(), fields ? B0_.data() : nullptr,
                 fields ? B1_.data() : nullptr, fields ? Bp_.data() : nullptr))
    return false;
  for (Index r = 0; r < rows_; ++r) {
    const auto entry = [&](Index column) -> double& { return ends_[column * rows_ + r]; };
    entry(2 * d_ + np_) = -B_[r];
    if (!fields) continue;
    for (Index k = 0; k < d_; ++k) {
      entry(k) = B0_[r * d_ + k] * scales_.z[k];
      entry(d_ + k) = B1_[r * d_ + k] * scales_.z[k];
    }
    for (Index k = 0; k < np_; ++k) entry(2 * d_ + k) = Bp_[r * np_ + k] * scales_.p[k];
  }
  return true;
}

Matching::End Matching::solve(Index pieces, NodeStep& step) {
  const Index rung = d_ * (2 * d_ + np_ + 1);
  ladder_.begin(pieces);
  for (Index i = 0; i < pieces; ++i) ladder_.add(rungs_.data() + i * rung);
  if (!ladder_.close(ends_.data())) return End::singular;
  step.z.resize((pieces + 1) * d_);
  for (Index i = 0; i <= pieces; ++i) std::copy_n(ladder_.z(i), d_, step.z.data() + i * d_);
  step.p.assign(ladder_.p(), ladder_.p() + np_);
  return std::isfinite(step.largest()) ? End::done : End::not_finite;
}

Matching::End Matching::step_from(const Nodes& nodes, NodeStep& step) {
  rungs_.resize(nodes.pieces() * d_ * (2 * d_ + np_ + 1));
  growth_ = 0;
  Shot shot(bvp_, scales_, tolerance_, true);
  const bool good = shoot(nodes, shot, true, 0);
  evaluations_ += shot.evaluations();
  return good && fill_ends(nodes, true) ? solve(nodes.pieces(), step) : End::not_finite;
}

Matching::End Matching::correction(const Nodes& nodes, double tolerance, NodeStep& step) {
  const bool other = tolerance > 0;
  Shot shot(bvp_, scales_, other ? tolerance : tolerance_, false);
  // In thirds, or short pieces that are one step or two at any tolerance would say nothing.
  const bool good = shoot(nodes, shot, false, other ? 2 : 0);
  evaluations_ += shot.evaluations();
  return good && fill_ends(nodes, false) ? solve(nodes.pieces(), step) : End::not_finite;
}

double Matching::size_of(const Nodes& nodes) const noexcept {
  double size = 0;
  for (std::size_t k = 0; k < nodes.z.size(); ++k)
    size = std::fmax(size, std::fabs(nodes.z[k]) / scales_.z[static_cast<Index>(k) % d_]);
  for (Index k = 0; k < np_; ++k) size = std::fmax(size, std::fabs(nodes.p[k]) / scales_.p[k]);
  return size;
}

Nodes Matching::moved(const Nodes& nodes, double lambda, const NodeStep& step) const {
  Nodes to = nodes;
  for (std::size_t k = 0; k < to.z.size(); ++k)
    to.z[k] += lambda * step.z[k] * scales_.z[static_cast<Index>(k) % d_];
  for (Index k = 0; k < np_; ++k) to.p[k] += lambda * step.p[k] * scales_.p[k];
  return to;
}

// Steps are shortened until the step that the same matrix gives from where they end is smaller, a
// measure that does not depend on how conditions are scaled or combined. P. Deuflhard, Newton
// Methods for Nonlinear Problems, section 3.3.

namespace {

// Of a step: what needs shorter ones would need thousands of them.
constexpr double shortest_part = 1e-4;
// Of nodes in scales: beyond, errors are measured by too short a rod.
constexpr double largest_size = 4;
// Full steps this small that stop to shrink are the shots' own errors.
constexpr double noise = 1e3;  // × enough

Outcome outcome_of(Matching::End end) {
  return end == Matching::End::done       ? Outcome::done
         : end == Matching::End::singular ? Outcome::singular
                                          : Outcome::not_finite;
}

/// How long a step should be: without curvature `rest` would be (1 − λ) step.
double shorter(double lambda, const NodeStep& step, const NodeStep& rest) {
  double sum = 0;
  for (std::size_t k = 0; k < step.z.size(); ++k) {
    const double bend = rest.z[k] - (1 - lambda) * step.z[k];
    sum += bend * bend;
  }
  const double bent = std::sqrt(sum / static_cast<double>(step.z.size()));
  return std::clamp(lambda * lambda * step.mean() / (2 * bent), lambda / 10, lambda / 2);
}

struct Iteration {
  Matching& matching;
  const NewtonOptions& options;
  double enough;
  NodeStep step, rest;
  double lambda = 1;
  bool at_noise = false;

  bool stopped() const { return options.goes_on && !options.goes_on(options.self); }

  /// As much of the step as makes the next one smaller.  [ENDS 10]
  Outcome advance(Nodes& nodes) {
    for (; lambda >= shortest_part;) {
      if (stopped()) return Outcome::interrupted;
      Nodes trial = matching.moved(nodes, lambda, step);
      const bool good = matching.correction(trial, 0, rest) == Matching::End::done;
      at_noise = good && lambda == 1 && step.largest() <= noise * enough &&
                 rest.largest() > 0.25 * step.largest();
      if (good && (!options.damped || at_noise || rest.mean() <= (1 - lambda / 4) * step.mean())) {
        lambda = std::fmin(1, 2 * lambda);
        nodes = std::move(trial);
        return Outcome::done;
      }
      lambda = good ? shorter(lambda, step, rest) : lambda / 2;
    }
    return Outcome::not_converged;
  }
};

}  // namespace

Match match(Matching& matching, const NewtonOptions& options, double enough, Nodes& nodes) {
  Iteration iteration{matching, options, enough, {}, {}};
  Match result;
  const auto end = [&](Outcome outcome) {
    result.outcome = outcome;
    return result;
  };
  while (result.iterations < options.most_iterations) {
    if (iteration.stopped()) return end(Outcome::interrupted);
    ++result.iterations;
    const Outcome outcome = outcome_of(matching.step_from(nodes, iteration.step));
    if (outcome != Outcome::done) return end(outcome);
    if (iteration.step.largest() <= enough) {
      nodes = matching.moved(nodes, 1, iteration.step);
      return end(Outcome::done);
    }
    const Outcome advanced = iteration.advance(nodes);
    if (advanced != Outcome::done || iteration.at_noise) return end(advanced);
    result.outgrown = matching.size_of(nodes) > largest_size;
    if (result.outgrown) return result;
  }
  return end(Outcome::not_converged);
}

}  // namespace zwang::bvp
