// SPDX-License-Identifier: Apache-2.0
#pragma once
// ẍ and λ at a state, and how they answer to it: to coordinates, rates, and the directions of
// TwoEnds, in this order. By two routes: the explicit equation, which needs no multipliers and takes
// any rows, and, to check it, the elimination of multipliers from M ẍ − Aᵀλ = Q, A ẍ = b, which
// needs independent rows.

#include <memory>
#include <vector>

#include "instant/dense_kernel.h"
#include "least/derivative_regular.h"

namespace zwang::extremal {

enum class Route { explicit_equation, multipliers };

class Instants {
 public:
  Instants(const equations::Equations& equations, Route route);

  /// At the state whose M, Q, A, b are in the numbers. False: there is no answer.
  bool solve(equations::Workspace& numbers) noexcept;
  /// Behind solve(), at the same state.
  bool differentiate(equations::Workspace& numbers, double t, const double* x,
                     const double* v) noexcept;

  const double* acceleration() const { return acceleration_; }  // n
  const double* multipliers() const { return multipliers_; }    // m
  /// n: ∂ẍ by column k of (x, v, directions).
  const double* by(Index k) const { return dx_.data() + k * n_; }
  /// m: ∂λ; only where there are velocity rows, or by the route of multipliers.
  const double* multipliers_by(Index k) const { return dm_.data() + k * m_; }
  Index columns() const { return columns_; }

  /// The last solve() failed because ZᵀMZ is singular; then a direction in which it is zero.
  bool degenerate() const { return !regular_ && general_ && general_->degenerate(); }
  /// ZᵀMZ of the last solve() has both signs.
  bool indefinite() const {
    return regular_ ? !small_.definite() : general_ && general_->indefinite;
  }
  std::vector<double> null_direction() const {
    return general_ ? general_->null_direction : std::vector<double>{};
  }

 private:
  /// For instants that are not regular, or large. Made at the first of them: most questions have
  /// none, and it takes longer to make than a small question to answer.
  struct General {
    explicit General(const equations::Equations& equations);
    bool degenerate() const { return status == Status::degenerate; }

    instant::DenseKernel kernel;
    least::Derivative derivative;
    Status status = Status::ok;
    bool indefinite = false;
    std::vector<double> null_direction;
  };

  least::Task task(equations::Workspace& numbers) noexcept;
  bool solve_regular(const least::Task& task) noexcept;
  bool solve_any(equations::Workspace& numbers) noexcept;
  bool solve_with_multipliers(const least::Task& task) noexcept;
  void differentiate_explicitly(const least::Task& task) noexcept;
  void differentiate_multipliers() noexcept;
  void fill_changes(const equations::Workspace& numbers) noexcept;

  const equations::Equations& equations_;
  Route route_;
  Index n_, m_, directions_, columns_;
  least::Mass mass_;
  bool regular_ = false;  // the last solve() was
  least::RegularDerivative small_;
  std::unique_ptr<General> general_;
  const double *acceleration_ = nullptr, *multipliers_ = nullptr;
  std::vector<double> A_;                     // m × n, zero outside the pattern
  std::vector<double> a_, lambda_;            // n, m
  std::vector<double> g_, h_, dx_, dm_;       // for each column n, m, n, m
  std::vector<double> K_, rhs_, change_, w_;  // (n + m)², n + m, n + m, n
  std::vector<Index> order_;
  std::vector<Index> A_places_, G_places_, H_places_;  // of a pattern's entries in a full array
};

}  // namespace zwang::extremal
