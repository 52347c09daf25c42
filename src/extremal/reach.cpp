// SPDX-License-Identifier: Apache-2.0
#include "extremal/reach.h"

#include <algorithm>
#include <cmath>

#include "extremal/column_space.h"
#include "extremal/row_space.h"
#include "extremal/trial_curve.h"
#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

constexpr Index steps = 200;        // of Runge and Kutta: some 1e-9
constexpr double dependent = 1e-6;  // far above the errors of differences and steps
constexpr double nudge = 1e-4;      // of τ, for differences

using Numbers = std::vector<double>;

bool finite(const Numbers& x) {
  return std::all_of(x.begin(), x.end(), [](double entry) { return std::isfinite(entry); });
}

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
  return finite(y);
}

/// The rows along a trial curve that need not satisfy them: R δx' + S δx = 0, those of positions
/// first, differentiated. What R leaves free is Z, and K = −R⁺S.
class RowsAlong {
 public:
  RowsAlong(const Question& question, const Functional& functional)
      : K(at(functional.n * functional.n)),
        f(at(functional.velocities)),
        space(functional.n),
        of_(functional),
        curve_(question),
        length_(question.span().length),
        n_(functional.n),
        R_(at((functional.rows + functional.velocities) * n_)),
        S_(R_),
        beside_(at(functional.rows * n_)),
        phi_(at(functional.rows)) {}

  bool move_to(double tau) {
    if (of_.rows > 0) {
      if (!positions(tau - nudge, beside_) || !positions(tau + nudge, R_)) return false;
      for (std::size_t i = 0; i < beside_.size(); ++i) {
        S_[i] = (R_[i] - beside_[i]) / (2 * nudge * length_);
      }
      if (!positions(tau, R_)) return false;
    }
    curve_.move_to(tau);
    if (!of_.velocity_rows(of_.self, curve_.t, curve_.x.data(), curve_.v.data(), f.data(),
                           S_.data() + of_.rows * n_, R_.data() + of_.rows * n_))
      return false;
    fill();
    return finite(K);
  }

  const double* row(Index k) const { return R_.data() + k * n_; }
  /// Whether this row depends on those before.
  bool is_left_out(Index k) const { return !std::count(kept.begin(), kept.end(), k); }

  Numbers K, f;             // K by τ; f at the velocity that the curve has
  RowSpace space;           // of R, then Z
  std::vector<Index> kept;  // rows of R that are independent

 private:
  bool positions(double tau, Numbers& A) {
    curve_.move_to(tau);
    return of_.position_rows(of_.self, curve_.t, curve_.x.data(), phi_.data(), A.data());
  }

  void fill() {
    space.clear();
    kept.clear();
    for (Index k = 0; k < of_.rows + of_.velocities; ++k) {
      if (space.add(row(k), dependent)) kept.push_back(k);
    }
    space.complete();
    Numbers demand(kept.size()), column(at(n_));
    for (Index j = 0; j < n_; ++j) {
      for (std::size_t k = 0; k < kept.size(); ++k) {
        demand[k] = -length_ * S_[at(kept[k] * n_ + j)];
      }
      space.shortest(demand.data(), column.data());
      for (Index i = 0; i < n_; ++i) K[at(i * n_ + j)] = column[at(i)];
    }
  }

  const Functional& of_;
  TrialCurve curve_;
  double length_;
  Index n_;
  Numbers R_, S_, beside_, phi_;
};

class Reach {
 public:
  Reach(const Question& question, const Functional& functional)
      : rows_(question, functional),
        length_(question.span().length),
        n_(functional.n),
        positions_(functional.rows),
        velocities_(functional.velocities) {}

  /// Velocity rows that depend on each other: f_k − Σ ν f_j must vanish with them.
  Dependent repeated() {
    Dependent found;
    if (!rows_.move_to(0.37)) return found;
    Numbers nu(at(n_));
    for (Index k = 0; k < velocities_; ++k) {
      if (!rows_.is_left_out(positions_ + k)) continue;
      rows_.space.multipliers(rows_.row(positions_ + k), nu.data());
      found.by = rows_.f[at(k)];
      for (std::size_t i = 0; i < rows_.kept.size(); ++i) {
        const Index j = rows_.kept[i] - positions_;
        if (j < 0 || std::abs(nu[i]) <= dependent) continue;
        found.rows.push_back(j);
        found.by -= nu[i] * rows_.f[at(j)];
      }
      found.rows.push_back(k);
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
    Numbers nu(at(n_));
    rows_.space.multipliers(xi.data(), nu.data());
    for (std::size_t k = 0; k < rows_.kept.size(); ++k) {
      const Index j = rows_.kept[k] - positions_;
      if (j >= 0 && std::abs(nu[k]) > dependent) found.rows.push_back(j);
    }
    for (Index i = 0; i < n_; ++i) {
      if (std::abs(xi[at(i)]) > dependent) found.coordinates.push_back(i);
    }
    found.by = miss(xi);
    found.contradicts = std::abs(found.by) > dependent;
    return found;
  }

 private:
  Numbers direction() {
    Numbers P(at(n_ * n_)), C(P), size(at(n_), 1.0);
    const auto rate = [this](double tau, const Numbers& p, Numbers& dp) {
      return grow(tau, p, dp);
    };
    if (!integrate(0, 1, P, rate) || !rows_.move_to(1)) return {};
    double largest = 0;
    for (const double entry : P) largest = std::max(largest, std::abs(entry));
    if (!(largest > 0)) return {};
    const Index rank = orthonormalise(n_, P.data(), C.data(), size.data(), dependent * largest);
    RowSpace known(n_);
    for (Index k = 0; k < rank; ++k) known.add(P.data() + k * n_, 0);
    for (Index k = 0; k < positions_; ++k) known.add(rows_.row(k), dependent);
    if (known.free() == 0) return {};
    known.complete();
    return {known.free_basis(0), known.free_basis(0) + n_};
  }

  bool grow(double tau, const Numbers& P, Numbers& dP) {
    if (!rows_.move_to(tau)) return false;
    std::fill(dP.begin(), dP.end(), 0.0);
    for (Index i = 0; i < n_; ++i) {
      for (Index j = 0; j < n_; ++j) {
        const double part = linalg::dot(rows_.K.data() + i * n_, P.data() + j * n_, n_);  // P = Pᵀ
        dP[at(i * n_ + j)] += part;
        dP[at(j * n_ + i)] += part;
        for (Index b = 0; b < rows_.space.free(); ++b) {
          dP[at(i * n_ + j)] += rows_.space.free_basis(b)[i] * rows_.space.free_basis(b)[j];
        }
      }
    }
    return true;
  }

  /// By how much the end is missed along ξ: ∫ λ·f dt, λ the multipliers of η with η' = −Kᵀη,
  /// η(1) = ξ.
  double miss(const Numbers& xi) {
    Numbers y = xi, nu(at(n_));
    y.push_back(0);
    const auto rate = [&](double tau, const Numbers& eta, Numbers& slope) {
      if (!rows_.move_to(tau)) return false;
      std::fill(slope.begin(), slope.end(), 0.0);
      for (Index i = 0; i < n_; ++i) {
        for (Index j = 0; j < n_; ++j) slope[at(j)] -= rows_.K[at(i * n_ + j)] * eta[at(i)];
      }
      rows_.space.multipliers(eta.data(), nu.data());
      for (std::size_t k = 0; k < rows_.kept.size(); ++k) {
        const Index j = rows_.kept[k] - positions_;
        if (j >= 0) slope.back() -= length_ * nu[k] * rows_.f[at(j)];
      }
      return true;
    };
    return integrate(1, 0, y, rate) ? y.back() : NAN;
  }

  RowsAlong rows_;
  double length_;
  Index n_, positions_, velocities_;
};

}  // namespace

Dependent dependent_velocity_rows(const Question& question, const Functional& functional) {
  Reach reach(question, functional);
  Dependent found = reach.repeated();
  const EndRows& ends = question.end_rows();
  if (!found.any() && ends.starts_fixed() && ends.ends_fixed()) found = reach.unreached();
  for (Index& row : found.rows) row = question.two_ends().lambda_rows[at(row)];
  return found;
}

}  // namespace zwang::extremal
