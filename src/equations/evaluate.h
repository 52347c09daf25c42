// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a state to numbers.

#include <memory>
#include <span>

#include "base/aligned.h"
#include "equations/equations.h"
#include "equations/moving_solids.h"
#include "equations/solids_tangent.h"

namespace zwang::equations {

/// What one evaluator writes to; sized once. One per thread.
class Workspace {
 public:
  explicit Workspace(const Equations& equations);

  /// Parameters in their order; runs the prologues.
  void set_parameters(std::span<const double> parameters) noexcept;

  /// Fills the numbers of one stage at the state.
  void evaluate(const Stage& stage, double t, const double* q, const double* v) noexcept;

  /// For observables that contain accelerations: these, until others come.
  void set_accelerations(const double* acceleration) noexcept;

  /// The value of an input, until another comes: of a reaction, of a direction of sliding.
  void set(std::uint32_t slot, double value) noexcept;
  /// Of all controls; null: zero, as Q wants them.
  void set_controls(const double* u) noexcept;

  /// G and H at the state, where ẍ and λ are as given.
  void evaluate_tangent(double t, const double* q, const double* v, const double* acceleration,
                        const double* multipliers) noexcept;

  /// The slopes by parameters at the state, where ẍ and λ are as given.
  void evaluate_by_parameter(double t, const double* q, const double* v, const double* acceleration,
                             const double* multipliers) noexcept;

  double* M() { return numbers_.data() + equations_->layout.M; }
  double* Q() { return numbers_.data() + equations_->layout.Q; }
  double* A() { return numbers_.data() + equations_->layout.A; }
  double* b() { return numbers_.data() + equations_->layout.b; }
  double* residual() { return numbers_.data() + equations_->layout.residual; }
  double* rate() { return numbers_.data() + equations_->layout.rate; }
  double energy() const { return numbers_.data()[equations_->layout.energy]; }
  double power() const { return numbers_.data()[equations_->layout.power]; }
  const double* G() const { return numbers_.data() + equations_->layout.G; }
  const double* H() const { return numbers_.data() + equations_->layout.H; }
  const double* C() const { return numbers_.data() + equations_->layout.C; }
  const double* C_slope() const { return numbers_.data() + equations_->layout.C_slope; }
  const double* limits() const { return numbers_.data() + equations_->layout.limits; }
  const double* sliding() const { return numbers_.data() + equations_->layout.sliding; }
  const double* B() const { return numbers_.data() + equations_->layout.B; }
  const double* events() const { return numbers_.data() + equations_->layout.events; }
  const double* sets() const { return numbers_.data() + equations_->layout.sets; }
  const double* A1() const { return numbers_.data() + equations_->layout.A1; }
  const double* b1() const { return numbers_.data() + equations_->layout.b1; }
  const double* force_slope() const { return numbers_.data() + equations_->layout.force_slope; }
  const double* row_slope() const { return numbers_.data() + equations_->layout.row_slope; }
  const double* residual_slope() const {
    return numbers_.data() + equations_->layout.residual_slope;
  }
  const double* rate_slope() const { return numbers_.data() + equations_->layout.rate_slope; }
  /// ½ vᵀM v at the state of the last evaluation of dynamics or projection, v its rates.
  double kinetic(const double* v) noexcept;

  /// Null where there are no solids.
  MovingSolids* solids() { return solids_.get(); }
  const MovingSolids* solids() const { return solids_.get(); }
  /// Ẍ for the accelerations that were set, at the state evaluated last.
  void accelerate_solids() noexcept { solids_->accelerate(acceleration_.data(), x_.data()); }
  /// Of solids M and the forces of inertia in Q are long sums, which the recursions do without:
  /// whether each evaluation fills them in (so at first), or only who asks for them.
  void set_sums_are_wanted(bool wanted) noexcept { sums_are_wanted_ = wanted; }
  /// M of the last evaluation of dynamics or projection, if it is not there yet.
  void want_mass() noexcept;
  /// Q of the last evaluation of dynamics, if it is not there yet.
  void want_force() noexcept;
  /// m rows over (q, X) as programs filled them in, in the pattern of Solids::A; A where there are
  /// no solids.
  const double* written_A() const {
    return numbers_.data() + (solids_ ? equations_->solids->written.A : equations_->layout.A);
  }
  /// Any number of the layout.
  const double* at(Index position) const { return numbers_.data() + position; }
  const double* observables() const { return numbers_.data() + equations_->layout.observables; }

 private:
  void set_instant(const double* acceleration, const double* multipliers) noexcept;
  void run_blocks(const Stage& stage) noexcept;
  bool reads_accelerations(const Stage& stage) const noexcept;
  void reduce(const Stage& stage) noexcept;
  void reduce_by_parameter() noexcept;

  const Equations* equations_;
  AlignedArray x_, outputs_, scratch_, numbers_, acceleration_;
  std::unique_ptr<MovingSolids> solids_;
  std::unique_ptr<SolidsTangent> tangent_;  // where it was compiled
  bool sums_are_wanted_ = true, has_mass_ = true, has_force_ = true;
};

}  // namespace zwang::equations
