// SPDX-License-Identifier: Apache-2.0
#pragma once
// Controls that make rows hold: Q(u) = Q + Bᵀu, N of the ideal rows, ẍ(u) = ẍ(0) + N Bᵀu; of all u
// that bring A_s ẍ(u) nearest to b_s, that of least uᵀW u:
//   u = W^(-1/2) (A_s N Bᵀ W^(-1/2))⁺ (b_s − A_s ẍ(0)).

#include <vector>

#include "least/derivative.h"

namespace zwang::least {

struct ServoTask {
  Index n = 0, rows = 0, controls = 0;
  const Task* instant = nullptr;  // whose M is read to tell blocked controls from rounding; or null
  const double* A = nullptr;      // A_s, rows × n, row-major
  const double* b = nullptr;      // b_s
  const double* xdd = nullptr;    // ẍ(0)
  const double* B = nullptr;      // controls × n: ∂Q/∂u, row by row
  const double* weights = nullptr;      // W, controls (a diagonal), or null: 1
  const double* row_weights = nullptr;  // rows, or null: 1
};

/// Pointers into the solver, until its next call.
struct ServoAnswer {
  Status status = Status::ok;            // contradictory: the controls cannot do what is asked
  const double* u = nullptr;             // controls
  const double* acceleration = nullptr;  // n: ẍ(u)
  const double* residual = nullptr;      // rows: b_s − A_s ẍ(u), the feasibility residual
  double infeasible = 0;                 // its norm, relative to what was asked
  Index rank = 0;
  bool unique = true;  // no other u does the same
};

class Servo {
 public:
  Servo(Index n, Index rows, Index controls);

  /// `ideal` is factored at this instant.
  const ServoAnswer& solve(Derivative& ideal, const ServoTask& task,
                           RankTolerance tolerance = RankTolerance::instant) noexcept;

 private:
  void fill_response(Derivative& ideal, const ServoTask& task) noexcept;
  bool blocked(const ServoTask& task, Index j) noexcept;
  bool fill_system(const ServoTask& task) noexcept;
  void judge(const ServoTask& task) noexcept;

  Index n_, rows_, controls_;
  double cut_ = 0;
  std::vector<double> response_;  // controls × n: N Bᵀ, control by control
  std::vector<double> R_, e_, weights_, row_weights_, zero_, u_, xdd_, residual_, Mx_;
  Derivative least_;  // the same kernel once more: M = W, rows A_s N Bᵀ
  ServoAnswer answer_;
};

}  // namespace zwang::least
