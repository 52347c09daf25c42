// SPDX-License-Identifier: Apache-2.0
#pragma once
// The right side of the equation of constrained motion: from a state to its rate, one instant each
// time.

#include <memory>

#include "equations/evaluate.h"
#include "flow/shake.h"
#include "instant/jacobian.h"
#include "instant/joint_reader.h"
#include "instant/kernel.h"
#include "instant/laws/laws.h"
#include "instant/state.h"
#include "instant/uses.h"
#include "ode/system.h"

namespace zwang::motion {

/// Equations with everything that solving their instants writes to. One per thread.
class RightSide {
 public:
  /// `modes`: rows may be dropped along the way, even where the equations do not ask for it.
  RightSide(const equations::Equations& equations, Method method, bool modes = false);

  /// Fills in what the kernel reads of a stage: a tree does without the sums of M and Q.
  void evaluate(equations::Stage stage, double t, const double* q, const double* v) noexcept {
    using equations::Sums;
    numbers_.evaluate(stage, t, q, v, kernel_.is_tree() ? Sums::left_out : Sums::filled);
  }
  /// M of the state evaluated last, where a tree did without.
  void fill_mass() noexcept {
    if (kernel_.is_tree()) numbers_.fill_mass();
  }

  /// ẍ and the forces at a state; lives until the next call.
  const Instant& instant(double t, const double* q, const double* v) noexcept;
  /// The same with multipliers, and reactions where formulas read them, for what is shown to people.
  const Instant& full_instant(double t, const double* q, const double* v) noexcept;
  /// dydt of the layout; false where the numbers went bad (status() says how).
  bool rate(double t, const double* y, double* dydt) noexcept;
  /// The same with M, Q, A and b off by a few roundings; status() and rank() stay those of the last rate.
  /// False also where the rank is another than that.
  bool shaken_rate(double t, const double* y, double* dydt, Shake& shake) noexcept;
  /// J ← ∂(dydt)/∂y, row-major. The rows of the books are left zero: nothing depends on the books,
  /// so that Newton's iteration for q and v never sees them, and they follow from q and v by mere
  /// summation, one iteration later. Needs prepare_jacobian().
  bool jacobian(double t, const double* y, double* J) noexcept;

  /// How far y may be moved in component j without turning the slip of a contact in space by much.
  double within(double t, const double* y, Index j, double by) noexcept;

  ode::System system() noexcept;
  /// With the Jacobian, where the equations have their tangent.
  ode::System system_with_jacobian();

  /// Forces from outside, as Workspace::set_outer. Where they have a law nobody knows their derivatives: to
  /// be set before system_with_jacobian() is asked for.
  void set_outer(equations::OuterForce* outer) noexcept { numbers_.set_outer(outer); }
  bool has_outer_law() const noexcept { return numbers_.outer() && numbers_.outer()->law; }

  /// Makes room for derivatives, once. Null where the equations have no tangent.
  instant::Jacobian* prepare_jacobian();

  /// Whether the motion slides along surfaces where formulas jump.
  bool slides_on_surface() const noexcept;
  /// Where the motion slides along the surface of a switch: u of the last instant, which keeps it there.
  double sliding_share(Index number) const { return share_[number]; }
  /// The programs read switches as the mode has them; what slides along a surface is left to each instant.
  void hold_switches() noexcept;
  /// σ of each switch and two derivatives, where accelerations are as the last instant found them.
  const double* switches_at(double t, const double* q, const double* v) noexcept;

  /// What holds now; a change counts from the next instant on.
  instant::Mode& mode() { return mode_; }
  const instant::Mode& mode() const { return mode_; }
  /// Null where ideal rows, all of them, decide every instant.
  instant::Laws* laws() { return laws_.get(); }

  const equations::Equations& equations() const { return equations_; }
  equations::Workspace& numbers() { return numbers_; }
  instant::Kernel& kernel() { return kernel_; }
  instant::StateLayout layout() const { return {equations_.n}; }
  Status status() const { return status_; }
  std::size_t rank() const { return rank_; }   // of the last rate
  bool rows_are_independent() const noexcept;  // the same
  std::size_t near_singular() const { return near_singular_; }
  long evaluations() const { return evaluations_; }
  void set_evaluations(long count) { evaluations_ = count; }
  instant::Uses& uses() { return uses_; }

 private:
  void set_switches(double t, const double* q, const double* v) noexcept;
  double share_of_one(std::size_t k, double t, const double* q, const double* v) noexcept;
  void share_of_several(const std::size_t* k, std::size_t n, double t, const double* q,
                        const double* v) noexcept;
  bool try_share(std::size_t k, double u, double t, const double* q, const double* v,
                 double* derivatives) noexcept;
  bool difference_jacobian(double t, const double* y, double* J) noexcept;
  void shake_numbers(Shake& shake) noexcept;
  void fill_rate(const Instant& now, const double* v, double* dydt) noexcept;
  double applied_power(const double* v) noexcept;
  void watch(const Instant& now) noexcept;
  void read_joints(const Instant& now, double t, const double* q, const double* v) noexcept;
  const Instant& noted(const Instant& now) noexcept;

  const equations::Equations& equations_;
  equations::Workspace numbers_;
  instant::Kernel kernel_;
  instant::Mode mode_;
  std::unique_ptr<instant::Laws> laws_;
  std::unique_ptr<instant::Jacobian> jacobian_;
  bool workless_ = false;  // no constraint does work
  Status status_ = Status::ok;
  std::size_t rank_ = 0, near_singular_ = 0;
  long evaluations_ = 0;
  std::vector<double> share_;  // by switch
  std::vector<double> differed_;
  std::vector<double> room_;   // for reactions that are watched
  std::vector<double> moved_;  // a state and its slips; empty where nothing slides in space
  std::unique_ptr<instant::JointReader> joints_;  // null: no formula reads any
  instant::Uses uses_;
};

}  // namespace zwang::motion
