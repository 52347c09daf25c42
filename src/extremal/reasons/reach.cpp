// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/reasons.h"

#include <algorithm>
#include <cmath>

#include "extremal/reasons/rows_along.h"
#include "linalg/gram_schmidt.h"
#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

constexpr Index steps = 200;        // of Runge and Kutta: some 1e-9
constexpr double dependent = 1e-6;  // far above the errors of differences and steps

using Numbers = std::vector<double>;

/// y from τ = a to b by Runge and Kutta; rate(τ, y, dy) says false where there are no numbers.
template <class Rate>
bool integrate(double a, double b, Numbers& y, const Rate& rate) {
  const double h = (b - a) / steps, weights[] = {h / 6, h / 3, h / 3, h / 6};
  const double places[] = {0, h / 2, h / 2, h};
  Numbers slope(y.size()), trial(y), sum(y);
  for (Index i = 0; i < steps; ++i) {
    trial = sum = y;
    for (int stage = 0; stage < 4; ++stage) {
      if (!rate(a + static_cast<double>(i) * h + places[stage], trial, slope)) return false;
      for (std::size_t e = 0; e < y.size(); ++e) {
        sum[e] += weights[stage] * slope[e];
        if (stage < 3) trial[e] = y[e] + places[stage + 1] * slope[e];
      }
    }
    y = sum;
  }
  return linalg::all_finite(y);
}

class Reach {
 public:
  Reach(const Question& question, const variation::Functional& functional, Numbers targets)
      : rows_(question, functional, std::move(targets)),
        length_(question.span().length),
        n_(functional.n),
        N_(rows_.coordinates()),
        velocities_(functional.velocities) {
    const equations::Equations& equations = question.equations();
    for (Index i = 0; i < equations.m; ++i) {
      if (equations.rows[i].level == equations::Level::position) numbers_.push_back(i);
    }
    const std::vector<Index>& of_rates = question.two_ends().lambda_rows;
    numbers_.insert(numbers_.end(), of_rates.begin(), of_rates.end());
  }

  /// Velocity rows that depend on each other, or on positions: f_k − Σ ν f_j must vanish with them.
  Dependent repeated() {
    Dependent found;
    if (!rows_.move_to(0.37)) return found;
    Numbers nu(N_);
    for (Index k = rows_.positions(); k < rows_.positions() + velocities_; ++k) {
      if (!rows_.is_left_out(k)) continue;
      rows_.space.multipliers(rows_.row(k), nu.data());
      found.by = rows_.f[k];
      for (std::size_t i = 0; i < rows_.kept.size(); ++i) {
        if (std::abs(nu[i]) <= dependent) continue;
        name(rows_.kept[i], found);
        found.by -= nu[i] * rows_.f[rows_.kept[i]];
      }
      name(k, found);
      found.contradicts = std::abs(found.by) > dependent;
      return found;
    }
    return found;
  }

  /// A direction ξ in which all curves end alike: none of what is reached, the range of P with
  /// P' = K P + P Kᵀ + Z Zᵀ, nor normal to a position row.
  Dependent unreached() {
    Dependent found;
    const Numbers xi = direction();
    if (xi.empty()) return found;
    Numbers nu(N_);
    rows_.space.multipliers(xi.data(), nu.data());
    for (std::size_t k = 0; k < rows_.kept.size(); ++k) {
      const bool of_rates = rows_.kept[k] >= rows_.positions();
      if (of_rates && std::abs(nu[k]) > dependent) name(rows_.kept[k], found);
    }
    for (Index i = 0; i < n_; ++i) {
      if (std::abs(xi[i]) > dependent) found.coordinates.push_back(i);
    }
    // To first order: the trial curve is not on its rows, and integrals are seldom linear.
    if (!found.integrals.empty()) return found;
    found.by = miss(xi);
    found.contradicts = std::abs(found.by) > dependent;
    return found;
  }

 private:
  void name(Index row, Dependent& found) const {
    const auto constraints = static_cast<Index>(numbers_.size());
    if (row < constraints) {
      found.rows.push_back(numbers_[row]);
    } else {
      found.integrals.push_back(row - constraints);
    }
  }

  Numbers direction() {
    Numbers P(N_ * N_), C(P), size(N_, 1.0);
    const auto rate = [this](double tau, const Numbers& p, Numbers& dp) {
      return grow(tau, p, dp);
    };
    if (!integrate(0, 1, P, rate) || !rows_.move_to(1)) return {};
    double largest = 0;
    for (const double entry : P) largest = std::max(largest, std::abs(entry));
    if (!(largest > 0)) return {};
    const Index rank =
        linalg::orthonormalise(N_, P.data(), C.data(), size.data(), dependent * largest);
    linalg::RowSpace known(N_);
    for (Index k = 0; k < rank; ++k) known.add(P.data() + k * N_, 0);
    for (Index k = 0; k < rows_.positions(); ++k) known.add(rows_.row(k), dependent);
    if (known.free() == 0) return {};
    known.complete();
    return {known.free_basis(0), known.free_basis(0) + N_};
  }

  bool grow(double tau, const Numbers& P, Numbers& dP) {
    if (!rows_.move_to(tau)) return false;
    std::fill(dP.begin(), dP.end(), 0.0);
    for (Index i = 0; i < N_; ++i) {
      for (Index j = 0; j < N_; ++j) {
        const double part = linalg::dot(rows_.K.data() + i * N_, P.data() + j * N_, N_);  // P = Pᵀ
        dP[i * N_ + j] += part;
        dP[j * N_ + i] += part;
        for (Index b = 0; b < rows_.space.free(); ++b) {
          dP[i * N_ + j] += rows_.space.free_basis(b)[i] * rows_.space.free_basis(b)[j];
        }
      }
    }
    return true;
  }

  /// By how much the end is missed along ξ: ∫ λ·f dt, λ the multipliers of η with η' = −Kᵀη,
  /// η(1) = ξ.
  double miss(const Numbers& xi) {
    Numbers y = xi, nu(at(N_));
    y.push_back(0);
    const auto rate = [&](double tau, const Numbers& eta, Numbers& slope) {
      if (!rows_.move_to(tau)) return false;
      std::fill(slope.begin(), slope.end(), 0.0);
      for (Index i = 0; i < N_; ++i) {
        for (Index j = 0; j < N_; ++j) slope[j] -= rows_.K[i * N_ + j] * eta[i];
      }
      rows_.space.multipliers(eta.data(), nu.data());
      for (std::size_t k = 0; k < rows_.kept.size(); ++k) {
        slope.back() -= length_ * nu[k] * rows_.f[rows_.kept[k]];
      }
      return true;
    };
    return integrate(1, 0, y, rate) ? y.back() : NAN;
  }

  RowsAlong rows_;
  double length_;
  Index n_, N_, velocities_;
  std::vector<Index> numbers_;  // of positions and velocities, among all rows
};

}  // namespace

Dependent dependent_velocity_rows(Question& question, const variation::Functional& functional) {
  const double* const targets = question.numbers().targets();
  Reach reach(question, functional, {targets, targets + functional.integrals});
  Dependent found = reach.repeated();
  const EndRows& ends = question.end_rows();
  if (!found.any() && ends.starts_fixed() && ends.ends_fixed()) found = reach.unreached();
  return found;
}

}  // namespace zwang::extremal
