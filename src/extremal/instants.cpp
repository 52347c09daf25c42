// SPDX-License-Identifier: Apache-2.0
#include "extremal/instants.h"

#include <algorithm>

#include "linalg/lu.h"

namespace zwang::extremal {

namespace {

// The time moves only where unknowns move an end.
Index directions_that_matter(const equations::TwoEnds& two) {
  return two.unknowns > 0 ? two.directions() : two.lambdas + two.integrals;
}

}  // namespace

Instants::Instants(const equations::Equations& equations, Route route)
    : equations_(equations),
      route_(route),
      n_(equations.n),
      m_(equations.m),
      directions_(directions_that_matter(equations.two_ends)),
      columns_(2 * n_ + directions_),
      kernel_(equations, Method::automatic),
      derivative_(n_, m_),
      g_(columns_ * n_),
      h_(std::max(columns_ * m_, Index{1})),
      dx_(columns_ * n_),
      dm_(std::max(columns_ * m_, Index{1})),
      K_((n_ + m_) * (n_ + m_)),
      rhs_(n_ + m_),
      change_(n_ + m_),
      w_(n_),
      order_(static_cast<std::size_t>(n_ + m_)) {}

bool Instants::solve(equations::Workspace& numbers) noexcept {
  if (route_ == Route::multipliers) return solve_with_multipliers(numbers);
  const Instant& now = kernel_.solve_in_full(numbers);
  acceleration_ = now.acceleration.data();
  multipliers_ = now.multipliers.data();
  status_ = now.status;
  null_direction_ = &now.null_direction;
  return now.status == Status::ok || now.status == Status::contradictory;
}

// M ẍ − Aᵀλ = Q, A ẍ = b  [XUMK94 6-8]
bool Instants::solve_with_multipliers(equations::Workspace& numbers) noexcept {
  const least::Task task = kernel_.task(numbers);
  const Index size = n_ + m_;
  double* const K = K_.data();  // column-major
  std::fill_n(K, size * size, 0.0);
  least::for_each_block(task, [=](Index first, Index count, const double* M) {
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < count; ++j) K[(first + j) * size + first + i] = M[i * count + j];
    }
  });
  for (Index i = 0; i < m_; ++i) {
    for (Index j = 0; j < n_; ++j) {
      K[j * size + n_ + i] = task.A[i * n_ + j];
      K[(n_ + i) * size + j] = -task.A[i * n_ + j];
    }
  }
  std::copy_n(task.Q, n_, rhs_.data());
  std::copy_n(task.b, m_, rhs_.data() + n_);
  const linalg::Lu lu{size, K, order_.data()};
  if (!factor_lu(lu)) return false;
  solve_lu(lu, rhs_.data());
  acceleration_ = rhs_.data();
  multipliers_ = rhs_.data() + n_;
  return true;
}

// g = ∂(Q − M ẍ + Aᵀλ), h = ∂(b − A ẍ), column by column.
void Instants::fill_changes(const equations::Workspace& numbers) noexcept {
  const auto spread = [](const equations::Pattern& pattern, const double* values, Index rows,
                         double* dense) {
    for (Index i = 0; i < pattern.rows(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      for (Index k = pattern.begin[row]; k < pattern.begin[row + 1]; ++k) {
        dense[pattern.column[static_cast<std::size_t>(k)] * rows + i] = values[k];
      }
    }
  };
  spread(equations_.tangent.G, numbers.G(), n_, g_.data());
  spread(equations_.tangent.H, numbers.H(), m_, h_.data());
  std::copy_n(numbers.force_slope(), directions_ * n_, g_.data() + 2 * n_ * n_);
  std::copy_n(numbers.row_slope(), directions_ * m_, h_.data() + 2 * n_ * m_);
}

bool Instants::differentiate(equations::Workspace& numbers, double t, const double* x,
                             const double* v) noexcept {
  // Programs overwrite neither M nor A: those of the dynamics are still there.
  if (route_ == Route::explicit_equation &&
      !derivative_.factor(kernel_.task(numbers), RankTolerance::stepping)) {
    return false;
  }
  numbers.evaluate_tangent(t, x, v, acceleration_, multipliers_);
  if (directions_ > 0) numbers.evaluate_by_parameter(t, x, v, acceleration_, multipliers_);
  fill_changes(numbers);
  if (route_ == Route::multipliers) {
    differentiate_multipliers();
    return true;
  }
  derivative_.tangent(g_.data(), m_ > 0 ? h_.data() : nullptr, nullptr, columns_, dx_.data());
  if (equations_.two_ends.lambdas == 0) return true;
  // Aᵀ∂λ = M ∂ẍ − g, which lies in the range of Aᵀ.
  const least::Task task = kernel_.task(numbers);
  for (Index k = 0; k < columns_; ++k) {
    least::mass_times(task, dx_.data() + k * n_, w_.data());
    for (Index i = 0; i < n_; ++i) w_.data()[i] -= g_.data()[k * n_ + i];
    derivative_.adjoint(w_.data(), nullptr, dm_.data() + k * m_, nullptr);
  }
  return true;
}

void Instants::differentiate_multipliers() noexcept {
  const linalg::Lu lu{n_ + m_, K_.data(), order_.data()};
  for (Index k = 0; k < columns_; ++k) {
    double *const dx = dx_.data() + k * n_, *const dm = dm_.data() + k * m_;
    std::copy_n(g_.data() + k * n_, n_, change_.data());
    std::copy_n(h_.data() + k * m_, m_, change_.data() + n_);
    solve_lu(lu, change_.data());
    std::copy_n(change_.data(), n_, dx);
    std::copy_n(change_.data() + n_, m_, dm);
  }
}

}  // namespace zwang::extremal
