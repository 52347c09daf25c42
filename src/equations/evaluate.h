// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a state to numbers.

#include <memory>
#include <span>

#include "base/aligned.h"
#include "equations/equations.h"
#include "equations/outer_force.h"
#include "equations/solids/moving_solids.h"
#include "equations/solids/solids_tangent.h"

namespace zwang::equations {

/// Of solids, M and the forces of inertia in Q are long sums, which the recursions do without.
enum class Sums : bool { left_out, filled };

/// What one evaluator writes to; sized once. One per thread.
class Workspace {
 public:
  explicit Workspace(const Equations& equations);

  /// Parameters in their order; runs the prologues.
  void set_parameters(std::span<const double> parameters) noexcept;

  /// Fills in the arrays of one stage at the state.
  void evaluate(Stage stage, double t, const double* q, const double* v,
                Sums sums = Sums::filled) noexcept;

  /// For observables that contain accelerations: these, until others come.
  void set_accelerations(const double* acceleration) noexcept;

  /// The value of an input, until another comes: of a reaction, of a direction of sliding.
  void set(std::uint32_t slot, double value) noexcept;
  /// Of all controls; null: zero, as Q wants them.
  void set_controls(const double* u) noexcept;

  /// What acts besides, from the next evaluation of dynamics on: part of Q and of the power. Null: nothing.
  /// It must live as long as this.
  void set_outer(OuterForce* outer) noexcept;
  const OuterForce* outer() const noexcept { return outer_; }

  /// G and H at the state, where ẍ and λ are as given.
  void evaluate_tangent(double t, const double* q, const double* v, const double* acceleration,
                        const double* multipliers) noexcept;

  /// The slopes by parameters at the state, where ẍ and λ are as given.
  void evaluate_by_parameter(double t, const double* q, const double* v, const double* acceleration,
                             const double* multipliers) noexcept;

  /// The numbers of an array; and each array of the table by its name: numbers.Q().
  double* operator[](Array array) noexcept {
    return numbers_.data() + equations_->layout.begin(array);
  }
  const double* operator[](Array array) const noexcept {
    return numbers_.data() + equations_->layout.begin(array);
  }
#define ZWANG_VIEW(name, ...)                              \
  double* name() noexcept { return (*this)[Array::name]; } \
  const double* name() const noexcept { return (*this)[Array::name]; }
  ZWANG_ARRAYS(ZWANG_VIEW)
#undef ZWANG_VIEW
  /// ½ vᵀM v at the state of the last evaluation of dynamics or projection, v its rates.
  double kinetic(const double* v) noexcept;

  /// Null where there are no solids.
  MovingSolids* solids() { return solids_.get(); }
  const MovingSolids* solids() const { return solids_.get(); }
  /// Ẍ for the accelerations that were set, at the state evaluated last.
  void accelerate_solids() noexcept { solids_->accelerate(acceleration_.data(), x_.data()); }
  /// What Sums::left_out left out of the last evaluation of dynamics or projection: M; and, of dynamics, Q.
  /// Without solids nothing is ever left out.
  void fill_mass() noexcept;
  void fill_force() noexcept;
  /// As programs filled it in, over (q, X) (Solids::written); where there are no solids the array itself.
  const double* written(Array array) const {
    return numbers_.data() +
           (solids_ ? equations_->solids->written : equations_->layout).begin(array);
  }
  /// Any number of the layout.
  const double* at(Index position) const { return numbers_.data() + position; }

 private:
  void set_instant(const double* acceleration, const double* multipliers) noexcept;
  void run(Stage stage) noexcept;
  void add_outer(double t, const double* q, const double* v) noexcept;
  void reduce(Stage stage, Sums sums) noexcept;
  void reduce_by_parameter() noexcept;

  const Equations* equations_;
  AlignedArray x_, outputs_, scratch_, numbers_, acceleration_;
  std::unique_ptr<MovingSolids> solids_;
  std::unique_ptr<SolidsTangent> tangent_;  // where it was compiled
  OuterForce* outer_ = nullptr;
};

}  // namespace zwang::equations
