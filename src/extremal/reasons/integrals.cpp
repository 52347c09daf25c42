// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/reasons.h"

#include <algorithm>
#include <cmath>

#include "extremal/guess.h"
#include "extremal/reasons/rows_along.h"
#include "linalg/gram_schmidt.h"
#include "linalg/vector.h"
#include "variation/polygon/polygon.h"

namespace zwang::extremal {

namespace {

constexpr Index points = 24;        // more than there are integrals
constexpr Index intervals = 200;    // of Simpson's rule
constexpr double dependent = 1e-6;  // far above the errors of differences
constexpr double nudge = 1e-4;      // of τ, for differences

using Numbers = std::vector<double>;

class Gradients {
 public:
  Gradients(Question& question, const variation::Functional& functional)
      : question_(question),
        f_(functional),
        curve_(question),
        n_(functional.n),
        G_(f_.integrals),
        G_x_(f_.integrals * n_),
        G_v_(G_x_),
        before_(G_x_),
        phi_(f_.rows),
        A_(f_.rows * n_),
        gradient_(f_.integrals),
        size_(f_.integrals),
        value_(f_.integrals) {}

  bool run() {
    for (Index k = 0; k < points; ++k) {
      const double tau = (static_cast<double>(k) + 0.5) / points;
      if (!add_point(tau)) return false;
    }
    if (!question_.end_rows().all_fixed()) add_ends();
    return integrate();
  }

  Dependent look() {
    const Numbers targets = targets_now();
    linalg::RowSpace space(static_cast<Index>(gradient_[0].size()));
    std::vector<Index> before;
    Numbers nu(f_.integrals);
    for (Index k = 0; k < f_.integrals; ++k) {
      const Numbers& own = gradient_[k];
      const double length = linalg::norm(own.data(), static_cast<Index>(own.size()));
      if (length > dependent * size_[k] && space.add(own.data(), dependent)) {
        before.push_back(k);
        continue;
      }
      Dependent found;
      double by = value_[k] - targets[k];
      double scale = std::abs(value_[k]) + std::abs(targets[k]);
      if (length > dependent * size_[k]) {
        space.multipliers(own.data(), nu.data());
        for (std::size_t i = 0; i < before.size(); ++i) {
          const Index j = before[i];
          if (std::abs(nu[i]) <= dependent) continue;
          found.integrals.push_back(j);
          by -= nu[i] * (value_[j] - targets[j]);
          scale += std::abs(nu[i] * targets[j]) + std::abs(nu[i] * value_[j]);
        }
      }
      found.integrals.push_back(k);
      found.contradicts = std::abs(by) > dependent * scale;
      found.by = by;
      return found;
    }
    return {};
  }

 private:
  bool rows_at(double tau, Numbers& G_v) {
    curve_.move_to(tau);
    return f_.integral_rows(f_.self, curve_.t, curve_.x.data(), curve_.v.data(), G_.data(),
                            G_x_.data(), G_v.data());
  }

  bool add_point(double tau) {
    if (!rows_at(tau - nudge, before_) || !rows_at(tau + nudge, G_v_)) return false;
    const double between = 2 * nudge * question_.span().length;
    for (std::size_t i = 0; i < G_v_.size(); ++i) before_[i] = (G_v_[i] - before_[i]) / between;
    if (!rows_at(tau, G_v_)) return false;
    linalg::RowSpace space(n_);
    if (f_.rows > 0 &&
        !f_.position_rows(f_.self, curve_.t, curve_.x.data(), phi_.data(), A_.data())) {
      return false;
    }
    for (Index r = 0; r < f_.rows; ++r) space.add(A_.data() + r * n_, dependent);
    space.complete();
    Numbers gain(n_);
    for (Index k = 0; k < f_.integrals; ++k) {
      for (Index i = 0; i < n_; ++i) {
        const double rate = before_[k * n_ + i];
        gain[i] = G_x_[k * n_ + i] - rate;
        size_[k] += std::abs(G_x_[k * n_ + i]) + std::abs(rate);
      }
      for (Index b = 0; b < space.free(); ++b) {
        gradient_[k].push_back(linalg::dot(space.free_basis(b), gain.data(), n_));
      }
      if (!linalg::all_finite(gradient_[k])) return false;
    }
    return true;
  }

  // Where an end moves, it brings G_v·δx.
  void add_ends() {
    for (const double tau : {0.0, 1.0}) {
      rows_at(tau, G_v_);
      for (Index k = 0; k < f_.integrals; ++k) {
        gradient_[k].insert(gradient_[k].end(), G_v_.begin() + k * n_, G_v_.begin() + (k + 1) * n_);
      }
    }
  }

  // By Simpson's rule.
  bool integrate() {
    for (Index i = 0; i <= 2 * intervals; ++i) {
      if (!rows_at(static_cast<double>(i) / (2 * intervals), G_v_)) return false;
      const double weight = i == 0 || i == 2 * intervals ? 1 : i % 2 ? 4 : 2;
      for (Index k = 0; k < f_.integrals; ++k) {
        value_[k] += weight * question_.span().length / (6 * intervals) * G_[k];
      }
    }
    return linalg::all_finite(value_);
  }

  Numbers targets_now() {
    question_.set(question_.first_p().data());
    const double* const targets = question_.numbers().targets();
    return {targets, targets + f_.integrals};
  }

  Question& question_;
  const variation::Functional& f_;
  TrialCurve curve_;
  Index n_;
  Numbers G_, G_x_, G_v_, before_, phi_, A_;
  std::vector<Numbers> gradient_;
  Numbers size_, value_;
};

}  // namespace

Dependent dependent_integrals(Question& question, const variation::Functional& functional) {
  Gradients gradients(question, functional);
  return gradients.run() ? gradients.look() : Dependent{};
}

namespace {

constexpr Index links = 64;
constexpr int most_descents = 100;
constexpr double clearly = 1e-2;  // of the values: far above what polygons of so many links err

/// ±G_k as a functional: F* is linear in μ.
struct Density {
  const variation::Functional& of;
  Index k;
  int sign;
  std::vector<double> none, unit, F_x, F_v, F_xx, F_xv, F_vv;

  Density(const variation::Functional& functional, Index number, int up_or_down)
      : of(functional),
        k(number),
        sign(up_or_down),
        none(of.integrals),
        unit(none),
        F_x(of.n),
        F_v(F_x),
        F_xx(of.n * of.n),
        F_xv(F_xx),
        F_vv(F_xx) {
    unit[k] = 1;
  }

  bool value(double t, const double* x, const double* v, double* G) const noexcept {
    double F = 0;
    if (!of.value(of.self, t, x, v, nullptr, unit.data(), G) ||
        !of.value(of.self, t, x, v, nullptr, none.data(), &F)) {
      return false;
    }
    *G = sign * (*G - F);
    return true;
  }

  bool slopes(double t, const double* x, const double* v, double* G, double* G_x, double* G_v,
              double* G_xx, double* G_xv, double* G_vv) noexcept {
    double F = 0;
    if (!of.slopes(of.self, t, x, v, nullptr, unit.data(), G, G_x, G_v, G_xx, G_xv, G_vv) ||
        !of.slopes(of.self, t, x, v, nullptr, none.data(), &F, F_x.data(), F_v.data(), F_xx.data(),
                   F_xv.data(), F_vv.data())) {
      return false;
    }
    *G = sign * (*G - F);
    subtract(F_x, G_x);
    subtract(F_v, G_v);
    subtract(F_xx, G_xx);
    subtract(F_xv, G_xv);
    subtract(F_vv, G_vv);
    return true;
  }

  void subtract(const std::vector<double>& less, double* from) const noexcept {
    for (std::size_t i = 0; i < less.size(); ++i) from[i] = sign * (from[i] - less[i]);
  }
};

variation::Functional functional_of(Density& density) {
  variation::Functional f = density.of;
  f.integrals = 0;
  f.self = &density;
  f.value = [](void* self, double t, const double* x, const double* v, const double*, const double*,
               double* F) noexcept { return static_cast<Density*>(self)->value(t, x, v, F); };
  f.slopes = [](void* self, double t, const double* x, const double* v, const double*,
                const double*, double* F, double* F_x, double* F_v, double* F_xx, double* F_xv,
                double* F_vv) noexcept {
    return static_cast<Density*>(self)->slopes(t, x, v, F, F_x, F_v, F_xx, F_xv, F_vv);
  };
  f.position_rows = [](void* self, double t, const double* x, double* phi, double* A) noexcept {
    const variation::Functional& of = static_cast<Density*>(self)->of;
    return of.position_rows(of.self, t, x, phi, A);
  };
  f.curvature = [](void* self, double t, const double* x, const double* lambda,
                   double* C) noexcept {
    const variation::Functional& of = static_cast<Density*>(self)->of;
    return of.curvature(of.self, t, x, lambda, C);
  };
  return f;
}

variation::DiscreteGuess guess_of(Question& question) {
  variation::DiscreteGuess guess;
  guess.t0 = question.span().t0;
  guess.t1 = guess.t0 + question.span().length;
  guess.intervals = links;
  guess.x = guessed_points(question, links);
  for (variation::DiscreteEnd& end : guess.ends) end.fixed.assign(question.shape().n, 1);
  return guess;
}

}  // namespace

OutOfRange integral_out_of_range(Question& question, const variation::Functional& functional) {
  const EndRows& ends = question.end_rows();
  if (question.shape().unknowns > 0 || functional.velocities > 0 || !ends.starts_fixed() ||
      !ends.ends_fixed())
    return {};
  const double* const first = question.numbers().targets();
  const std::vector<double> targets(first, first + functional.integrals);
  const variation::DiscreteGuess begin = guess_of(question);
  for (Index k = 0; k < functional.integrals; ++k) {
    for (const int sign : {1, -1}) {
      Density density(functional, k, sign);
      variation::DiscreteGuess guess = begin;
      const variation::DiscreteResult result =
          minimise(functional_of(density), guess, most_descents);
      const double limit = sign * result.action, target = targets[k];
      const double beyond = sign * (limit - target);
      if (result.converged && beyond > clearly * (std::abs(limit) + std::abs(target))) {
        return {k, limit, sign > 0};
      }
    }
  }
  return {};
}

}  // namespace zwang::extremal
