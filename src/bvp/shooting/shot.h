// SPDX-License-Identifier: Apache-2.0
#pragma once
// One shot: the initial value problem z' = (v, a, c) from a given z by Dormand and Prince's method
// of order 8, with its derivatives by z and p at the start beside it where they are asked for.

#include <cmath>
#include <vector>

#include "bvp/bvp.h"
#include "bvp/curve.h"
#include "bvp/gauss.h"
#include "bvp/scales.h"
#include "ode/controller.h"
#include "ode/explicit/dopri853.h"

namespace zwang::bvp {

class Shot {
 public:
  Shot(const Bvp& bvp, const Scales& scales, double tolerance, bool fields);
  Shot(const Shot&) = delete;
  Shot& operator=(const Shot&) = delete;

  /// Aims from z at τ. False: the equations give no numbers there.
  bool begin(double tau, const double* z) noexcept;
  /// One step, as long as the tolerance allows, towards τ = `to` and never past it.
  ode::Outcome step(double to) noexcept;

  double tau() const { return tau_; }
  const double* z() const { return y_.data(); }
  /// ∂z/∂(z, p at the start): size + parameters columns of `size`.
  const double* fields() const { return y_.data() + d_; }
  /// The largest entry, in scales, of what x, v and w each hand on to themselves.
  double growth() const noexcept;

  /// Behind a step, without fields: values within it.
  ode::Outcome prepare_dense() noexcept;
  void within(double tau, double* z) const noexcept { ode::interpolate(step_, tau, z); }
  double before() const { return step_.t; }  // where the step began

  /// Takes the last step back, for one of half its length at the most.
  void halve() noexcept;
  /// Steps may be longer again than after halve().
  void relax(double factor) noexcept { most_ *= factor; }

  long evaluations() const { return evaluations_; }

 private:
  static bool rate(void* self, double tau, const double* y, double* dy) noexcept;
  bool rate(double tau, const double* y, double* dy) noexcept;
  double attempt(double end, double dt) noexcept;
  double size_of_error(const double* error) const noexcept;

  const Bvp& bvp_;
  const Scales& scales_;
  double tolerance_;
  bool fields_;
  Index d_, columns_;
  double tau_ = 0, dt_ = 0, most_ = HUGE_VAL;
  long evaluations_ = 0;
  std::vector<double> allowed_;  // d: absolute errors
  std::vector<double> y_, f_, gz_, gp_;
  ode::System system_;
  ode::Controller controller_;
  ode::Dopri853 step_;
};

/// The curve that a shot leaves behind: the ends of its steps as a mesh, and between them the
/// polynomials of collocation. Where those are not as good as the steps, shorter steps are taken.
class Trail {
 public:
  /// The polynomials are as near to the shot as the tolerance says, in scales.
  Trail(const Bvp& bvp, const Scales& scales, double tolerance, Index stages);

  /// Begins a piece with z at τ: where a piece has ended before, this is the value that counts.
  void begin(double tau, const double* z);
  /// Another step of the shot towards τ = `to`. False: it could not be done.
  bool step(Shot& shot, double to);

  /// The curve so far, without parameters.
  const Curve& curve() const { return curve_; }

 private:
  bool add(Shot& shot);
  void remove();
  double off(const Shot& shot) noexcept;

  const Bvp& bvp_;
  const Scales& scales_;
  double tolerance_;
  Curve curve_;
  std::vector<double> z_, y_, g_;
};

}  // namespace zwang::bvp
