// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/integral_dependence.h"

#include <algorithm>
#include <cmath>

#include "extremal/reasons/trial_curve.h"
#include "linalg/vector.h"
#include "variation/row_space.h"

namespace zwang::extremal {

namespace {

constexpr Index points = 24;        // more than there are integrals
constexpr Index intervals = 200;    // of Simpson's rule
constexpr double dependent = 1e-6;  // far above the errors of differences
constexpr double nudge = 1e-4;      // of τ, for differences

using Numbers = std::vector<double>;

bool finite(const Numbers& x) {
  return std::all_of(x.begin(), x.end(), [](double entry) { return std::isfinite(entry); });
}

class Gradients {
 public:
  Gradients(Question& question, const variation::Functional& functional)
      : question_(question),
        f_(functional),
        curve_(question),
        n_(functional.n),
        G_(at(f_.integrals)),
        G_x_(at(f_.integrals * n_)),
        G_v_(G_x_),
        before_(G_x_),
        phi_(at(f_.rows)),
        A_(at(f_.rows * n_)),
        gradient_(at(f_.integrals)),
        size_(at(f_.integrals)),
        value_(at(f_.integrals)) {}

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
    variation::RowSpace space(static_cast<Index>(gradient_[0].size()));
    std::vector<Index> before;
    Numbers nu(at(f_.integrals));
    for (Index k = 0; k < f_.integrals; ++k) {
      const Numbers& own = gradient_[at(k)];
      const double length = linalg::norm(own.data(), static_cast<Index>(own.size()));
      if (length > dependent * size_[at(k)] && space.add(own.data(), dependent)) {
        before.push_back(k);
        continue;
      }
      Dependent found;
      double by = value_[at(k)] - targets[at(k)];
      double scale = std::abs(value_[at(k)]) + std::abs(targets[at(k)]);
      if (length > dependent * size_[at(k)]) {
        space.multipliers(own.data(), nu.data());
        for (std::size_t i = 0; i < before.size(); ++i) {
          const Index j = before[i];
          if (std::abs(nu[i]) <= dependent) continue;
          found.integrals.push_back(j);
          by -= nu[i] * (value_[at(j)] - targets[at(j)]);
          scale += std::abs(nu[i] * targets[at(j)]) + std::abs(nu[i] * value_[at(j)]);
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
    variation::RowSpace space(n_);
    if (f_.rows > 0 &&
        !f_.position_rows(f_.self, curve_.t, curve_.x.data(), phi_.data(), A_.data())) {
      return false;
    }
    for (Index r = 0; r < f_.rows; ++r) space.add(A_.data() + r * n_, dependent);
    space.complete();
    Numbers gain(at(n_));
    for (Index k = 0; k < f_.integrals; ++k) {
      for (Index i = 0; i < n_; ++i) {
        const double rate = before_[at(k * n_ + i)];
        gain[at(i)] = G_x_[at(k * n_ + i)] - rate;
        size_[at(k)] += std::abs(G_x_[at(k * n_ + i)]) + std::abs(rate);
      }
      for (Index b = 0; b < space.free(); ++b) {
        gradient_[at(k)].push_back(linalg::dot(space.free_basis(b), gain.data(), n_));
      }
      if (!finite(gradient_[at(k)])) return false;
    }
    return true;
  }

  // Where an end moves, it brings G_v·δx.
  void add_ends() {
    for (const double tau : {0.0, 1.0}) {
      rows_at(tau, G_v_);
      for (Index k = 0; k < f_.integrals; ++k) {
        gradient_[at(k)].insert(gradient_[at(k)].end(), G_v_.begin() + k * n_,
                                G_v_.begin() + (k + 1) * n_);
      }
    }
  }

  // By Simpson's rule.
  bool integrate() {
    for (Index i = 0; i <= 2 * intervals; ++i) {
      if (!rows_at(static_cast<double>(i) / (2 * intervals), G_v_)) return false;
      const double weight = i == 0 || i == 2 * intervals ? 1 : i % 2 ? 4 : 2;
      for (Index k = 0; k < f_.integrals; ++k) {
        value_[at(k)] += weight * question_.span().length / (6 * intervals) * G_[at(k)];
      }
    }
    return finite(value_);
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

}  // namespace zwang::extremal
