// SPDX-License-Identifier: Apache-2.0
#include "extremal/question/instants.h"

#include <algorithm>
#include <cmath>

#include "linalg/lu.h"

namespace zwang::extremal {

namespace {

// The time moves only where unknowns move an end.
Index directions_that_matter(const equations::TwoEnds& two) {
  return two.unknowns > 0 ? two.directions() : two.lambdas + two.integrals;
}

std::vector<double> room(Index count) {
  return std::vector<double>(static_cast<std::size_t>(count));
}

/// Of the entries of a pattern: i·by_row + column·by_column.
std::vector<Index> places_of(const equations::Pattern& pattern, Index by_row, Index by_column) {
  std::vector<Index> places;
  places.reserve(pattern.column.size());
  for (Index i = 0; i < pattern.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (Index k = pattern.begin[row]; k < pattern.begin[row + 1]; ++k) {
      places.push_back(i * by_row +
                       static_cast<Index>(pattern.column[static_cast<std::size_t>(k)]) * by_column);
    }
  }
  return places;
}

void spread(const std::vector<Index>& places, const double* values, double* full) noexcept {
  for (const Index place : places) full[place] = *values++;
}

bool zero(const double* x, Index count) noexcept {
  return std::all_of(x, x + count, [](double entry) { return entry == 0; });
}

bool finite(const double* x, Index count) noexcept {
  return std::all_of(x, x + count, [](double entry) { return std::isfinite(entry); });
}

}  // namespace

Instants::General::General(const equations::Equations& equations)
    : kernel(equations, zwang::Method::automatic), derivative(equations.n, equations.m) {}

Instants::Instants(const equations::Equations& equations, Route route)
    : equations_(equations),
      route_(route),
      n_(equations.n),
      m_(equations.m),
      directions_(directions_that_matter(equations.two_ends)),
      columns_(2 * n_ + directions_),
      mass_(static_cast<Index>(equations.mass_blocks.size()) == n_ ? least::Mass::diagonal
            : equations.mass_blocks.size() == 1                    ? least::Mass::full
                                                                   : least::Mass::blocks),
      A_(room(m_ * n_)),
      a_(room(n_)),
      lambda_(room(m_)),
      g_(room(columns_ * n_)),
      h_(room(columns_ * m_)),
      dx_(room(columns_ * n_)),
      dm_(room(columns_ * m_)),
      w_(room(n_)),
      A_places_(places_of(equations.A(), n_, 1)),
      G_places_(places_of(equations.G(), 1, n_)),
      H_places_(places_of(equations.H(), 1, m_)) {
  if (route_ == Route::explicit_equation) return;
  K_ = room((n_ + m_) * (n_ + m_));
  rhs_ = change_ = room(n_ + m_);
  order_.resize(static_cast<std::size_t>(n_ + m_));
}

least::Task Instants::task(equations::Workspace& numbers) noexcept {
  spread(A_places_, numbers.A(), A_.data());
  least::Task task;
  task.n = n_;
  task.m = m_;
  task.mass = mass_;
  task.M = numbers.M();
  task.blocks = equations_.mass_blocks.data();
  task.block_count = static_cast<Index>(equations_.mass_blocks.size());
  task.Q = numbers.Q();
  task.A = A_.data();
  task.b = numbers.b();
  task.W = equations_.weights.empty() ? nullptr : equations_.weights.data();
  return task;
}

bool Instants::solve(equations::Workspace& numbers) noexcept {
  const least::Task now = task(numbers);
  if (route_ == Route::multipliers) return solve_with_multipliers(now);
  regular_ = solve_regular(now);
  return regular_ || solve_any(numbers);
}

// ẍ = N Q + K₁ b, which is [UK92 5a] where rows are independent, from the factors that give its
// derivatives too.
bool Instants::solve_regular(const least::Task& task) noexcept {
  if (!small_.factor(task)) return false;
  small_.tangent(task.Q, task.b, 1, a_.data());
  acceleration_ = a_.data();
  multipliers_ = lambda_.data();
  if (m_ > 0) small_.multipliers(a_.data(), task.Q, lambda_.data());
  return finite(a_.data(), n_) && finite(lambda_.data(), m_);
}

bool Instants::solve_any(equations::Workspace& numbers) noexcept {
  if (!general_) general_ = std::make_unique<General>(equations_);
  const Instant& now = general_->kernel.solve_in_full(numbers);
  acceleration_ = now.acceleration.data();
  multipliers_ = now.multipliers.data();
  general_->status = now.status;
  general_->indefinite = now.inertia.positive > 0 && now.inertia.negative > 0;
  const bool solved = now.status == Status::ok || now.status == Status::contradictory;
  if (!solved) general_->null_direction = now.null_direction;
  return solved;
}

// M ẍ − Aᵀλ = Q, A ẍ = b  [XUMK94 6-8]
bool Instants::solve_with_multipliers(const least::Task& task) noexcept {
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
  spread(G_places_, numbers.G(), g_.data());
  spread(H_places_, numbers.H(), h_.data());
  std::copy_n(numbers.force_slope(), directions_ * n_, g_.data() + 2 * n_ * n_);
  std::copy_n(numbers.row_slope(), directions_ * m_, h_.data() + 2 * n_ * m_);
}

bool Instants::differentiate(equations::Workspace& numbers, double t, const double* x,
                             const double* v) noexcept {
  // Programs overwrite neither M nor A: those of the dynamics are still there.
  if (route_ == Route::explicit_equation && !regular_ &&
      !general_->derivative.factor(task(numbers), RankTolerance::stepping)) {
    return false;
  }
  numbers.evaluate_tangent(t, x, v, acceleration_, multipliers_);
  if (directions_ > 0) numbers.evaluate_by_parameter(t, x, v, acceleration_, multipliers_);
  fill_changes(numbers);
  if (route_ == Route::multipliers) {
    differentiate_multipliers();
    return true;
  }
  differentiate_explicitly(task(numbers));
  return true;
}

void Instants::differentiate_explicitly(const least::Task& task) noexcept {
  const double *const g = g_.data(), *const h = h_.data();
  const bool multipliers = equations_.two_ends.lambdas > 0;
  if (regular_) {
    for (Index k = 0; k < columns_; ++k) {
      const double *const g_k = g + k * n_, *const h_k = h + k * m_;
      double *const dx = dx_.data() + k * n_, *const dm = dm_.data() + k * m_;
      if (zero(g_k, n_) && zero(h_k, m_)) {  // as for all that is cyclic
        std::fill_n(dx, n_, 0.0);
        std::fill_n(dm, m_, 0.0);
        continue;
      }
      small_.tangent(g_k, h_k, 1, dx);
      if (multipliers) small_.multipliers(dx, g_k, dm);
    }
    return;
  }
  least::Derivative& derivative = general_->derivative;
  derivative.tangent(g, m_ > 0 ? h : nullptr, nullptr, columns_, dx_.data());
  // Aᵀ∂λ = M ∂ẍ − g, which lies in the range of Aᵀ.
  for (Index k = 0; k < columns_ && multipliers; ++k) {
    least::mass_times(task, by(k), w_.data());
    for (Index i = 0; i < n_; ++i) w_[i] -= g[k * n_ + i];
    derivative.adjoint(w_.data(), nullptr, dm_.data() + k * m_, nullptr);
  }
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
