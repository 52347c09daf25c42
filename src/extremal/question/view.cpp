// SPDX-License-Identifier: Apache-2.0
#include "extremal/question/view.h"

#include <algorithm>

#include "least/task.h"
#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

// Blocks of M to a full matrix.
void spread_mass(const equations::Equations& equations, const double* M, double* full) {
  const Index n = equations.n;
  std::fill_n(full, n * n, 0.0);
  Index first = 0;
  for (const std::size_t block : equations.mass_blocks) {
    const auto size = static_cast<Index>(block);
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) full[(first + i) * n + first + j] = M[i * size + j];
    }
    M += size * size;
    first += size;
  }
}

}  // namespace

View::View(Question& question)
    : equations_(question.equations()),
      numbers_(question.numbers()),
      n_(equations_.n),
      mu_(question.two_ends().integrals),
      zero_(n_) {
  for (Index i = 0; i < equations_.m; ++i) {
    if (equations_.rows[i].level == equations::Level::position) positions_.push_back(i);
  }
  const auto& start = equations_.two_ends.rows[0];
  for (std::size_t k = 0; k < start.size() && equations_.two_ends.lambdas > 0; ++k) {
    if (start[k].kind == equations::EndKind::velocity) {
      velocities_.push_back(static_cast<Index>(k));
    }
  }
}

void View::set(const double* lambda, const double* mu) noexcept {
  const equations::TwoEnds& two = equations_.two_ends;
  for (std::size_t k = 0; k < two.lambda_slots.size(); ++k) {
    numbers_.set(two.lambda_slots[k], lambda ? sign_ * lambda[k] : 0.0);
  }
  for (std::size_t k = 0; k < two.mu_slots.size(); ++k) {
    mu_[k] = mu ? sign_ * mu[k] : 0.0;
    numbers_.set(two.mu_slots[k], mu_[k]);
  }
}

// Velocity rows are zero where F* is asked for, and so is their part.
bool View::value(double t, const double* x, const double* v, double* F) noexcept {
  numbers_.evaluate(equations::Stage::density, t, x, v);
  *F = *numbers_.integrand();
  for (std::size_t k = 0; k < mu_.size(); ++k) *F += mu_[k] * numbers_.densities()[k];
  *F *= sign_;
  return linalg::all_finite(F, 1);
}

bool View::slopes(double t, const double* x, const double* v, double* F, double* F_x, double* F_v,
                  double* F_xx, double* F_xv, double* F_vv) noexcept {
  if (!value(t, x, v, F)) return false;
  std::copy_n(numbers_.momentum(), n_, F_v);
  numbers_.evaluate(equations::Stage::second, t, x, v);
  std::copy_n(numbers_.F_x(), n_, F_x);
  std::copy_n(numbers_.F_xx(), n_ * n_, F_xx);
  std::copy_n(numbers_.F_xv(), n_ * n_, F_xv);
  numbers_.evaluate(equations::Stage::dynamics, t, x, v);
  spread_mass(equations_, numbers_.M(), F_vv);
  const auto turn = [this](double* values, Index count) {
    for (Index i = 0; i < count && sign_ < 0; ++i) values[i] = -values[i];
  };
  turn(F_x, n_);
  turn(F_v, n_);
  turn(F_xx, n_ * n_);
  turn(F_xv, n_ * n_);
  turn(F_vv, n_ * n_);
  return linalg::all_finite(F_x, n_) && linalg::all_finite(F_v, n_) &&
         linalg::all_finite(F_xx, n_ * n_) && linalg::all_finite(F_xv, n_ * n_) &&
         linalg::all_finite(F_vv, n_ * n_);
}

bool View::rows(double t, const double* x, double* phi, double* A) noexcept {
  numbers_.evaluate(equations::Stage::projection, t, x, zero_.data());
  for (std::size_t k = 0; k < positions_.size(); ++k) {
    const auto row = at(positions_[k]);
    double* const to = A + static_cast<Index>(k) * n_;
    phi[k] = numbers_.residual()[row];
    std::fill_n(to, n_, 0.0);
    for (Index e = equations_.A().begin[row]; e < equations_.A().begin[row + 1]; ++e) {
      to[equations_.A().column[e]] = numbers_.A()[e];
    }
  }
  const auto count = static_cast<Index>(positions_.size());
  return linalg::all_finite(phi, count) && linalg::all_finite(A, count * n_);
}

bool View::curvature(double t, const double* x, const double* lambda, double* C) noexcept {
  const equations::Tangent& tangent = equations_.tangent;
  for (Index row = 0; row < equations_.m; ++row) {
    const auto found = std::lower_bound(positions_.begin(), positions_.end(), row);
    const bool is_position = found != positions_.end() && *found == row;
    const double value = is_position ? lambda[found - positions_.begin()] : 0.0;
    numbers_.set(static_cast<std::uint32_t>(tangent.multipliers_begin + row), value);
    const std::uint32_t slot = tangent.multiplier_slots[row];
    if (slot != equations::no_slot) numbers_.set(slot, value);
  }
  numbers_.evaluate(equations::Stage::second, t, x, zero_.data());
  std::copy_n(numbers_.curvature(), n_ * n_, C);
  return linalg::all_finite(C, n_ * n_);
}

bool View::velocities(double t, const double* x, const double* v, double* f, double* f_x,
                      double* f_v) noexcept {
  numbers_.evaluate(equations::Stage::from, t, x, v);
  for (std::size_t k = 0; k < velocities_.size(); ++k) {
    const Index row = velocities_[k], to = static_cast<Index>(k) * n_;
    const double* const slope = numbers_.from_gradient() + row * 2 * n_;
    f[k] = numbers_.from_values()[row];
    for (Index i = 0; i < n_; ++i) {
      f_x[to + i] = slope[i];
      f_v[to + i] = slope[n_ + i];
    }
  }
  return linalg::all_finite(f_x, static_cast<Index>(velocities_.size()) * n_);
}

bool View::integrals(double t, const double* x, const double* v, double* G, double* G_x,
                     double* G_v) noexcept {
  numbers_.evaluate(equations::Stage::density, t, x, v);
  numbers_.evaluate(equations::Stage::density_slopes, t, x, v);
  for (std::size_t k = 0; k < mu_.size(); ++k) {
    const Index to = static_cast<Index>(k) * n_;
    const double* const slope = numbers_.density_gradient() + 2 * to;
    G[k] = numbers_.densities()[k];
    std::copy_n(slope, n_, G_x + to);
    std::copy_n(slope + n_, n_, G_v + to);
  }
  return linalg::all_finite(G, static_cast<Index>(mu_.size()));
}

variation::Functional View::functional() noexcept {
  variation::Functional functional;
  functional.n = n_;
  functional.rows = static_cast<Index>(positions_.size());
  functional.velocities = static_cast<Index>(velocities_.size());
  functional.integrals = static_cast<Index>(mu_.size());
  functional.self = this;
  functional.value = [](void* self, double t, const double* x, const double* v,
                        const double* lambda, const double* mu, double* F) noexcept {
    View& view = *static_cast<View*>(self);
    view.set(lambda, mu);
    return view.value(t, x, v, F);
  };
  functional.slopes = [](void* self, double t, const double* x, const double* v,
                         const double* lambda, const double* mu, double* F, double* F_x,
                         double* F_v, double* F_xx, double* F_xv, double* F_vv) noexcept {
    View& view = *static_cast<View*>(self);
    view.set(lambda, mu);
    return view.slopes(t, x, v, F, F_x, F_v, F_xx, F_xv, F_vv);
  };
  functional.position_rows = [](void* self, double t, const double* x, double* phi,
                                double* A) noexcept {
    return static_cast<View*>(self)->rows(t, x, phi, A);
  };
  functional.curvature = [](void* self, double t, const double* x, const double* lambda,
                            double* C) noexcept {
    return static_cast<View*>(self)->curvature(t, x, lambda, C);
  };
  functional.velocity_rows = [](void* self, double t, const double* x, const double* v, double* f,
                                double* f_x, double* f_v) noexcept {
    return static_cast<View*>(self)->velocities(t, x, v, f, f_x, f_v);
  };
  functional.integral_rows = [](void* self, double t, const double* x, const double* v, double* G,
                                double* G_x, double* G_v) noexcept {
    return static_cast<View*>(self)->integrals(t, x, v, G, G_x, G_v);
  };
  return functional;
}

}  // namespace zwang::extremal
