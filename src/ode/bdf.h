// SPDX-License-Identifier: Apache-2.0
#pragma once
// Backward differentiation of variable order, 1 to 5, for large stiff systems: an adapter to CVODE
// of SUNDIALS. A. C. Hindmarsh and others, SUNDIALS: Suite of Nonlinear and Differential/Algebraic
// Equation Solvers, ACM Transactions on Mathematical Software 31 (2005).
//
// A multistep method carries a history, which cannot be written to a file. So a run is cut at times
// that the caller chooses: `start` forgets the history, and what follows depends on its arguments
// alone. A run resumed at such a time has the same bits as the run that went through it.

#include <memory>
#include <span>

#include "ode/system.h"

namespace zwang::ode {

/// Moves a state back to where it belongs.
struct Projection {
  void* self = nullptr;

  /// correction (n) ← what brings y to the constraints at t, to well below `tolerance` in the norm of
  /// the error. Where error (n) is not null, it loses its part across the constraints. False: no
  /// such state was found.
  bool (*project)(void* self, double t, const double* y, double* correction, double tolerance,
                  double* error) noexcept = nullptr;
};

struct BdfOptions {
  double relative = 1e-6;
  std::span<const double> absolute;  // n; copied
  Projection projection;             // none unless its function is set
  int highest_order = 5;
  double first_step = 0;    // 0: CVODE's own guess
  double largest_step = 0;  // 0: no limit
};

struct BdfCounts {
  long steps = 0, evaluations = 0, jacobians = 0, factorisations = 0, rejected = 0;
};

class Bdf {
 public:
  /// Allocates all that a run needs, but for what CVODE allocates at the first step of all.
  Bdf(const System& system, const BdfOptions& options);
  ~Bdf();
  Bdf(Bdf&&) noexcept;
  Bdf& operator=(Bdf&&) noexcept;

  /// Begins anew from (t, y); no step will go beyond t_stop, which may lie in the past.
  Outcome start(double t, const double* y, double t_stop) noexcept;

  /// One step. The last one ends at t_stop exactly.
  Outcome step() noexcept;

  double time() const noexcept;          // where the last step ended
  double step_size() const noexcept;     // its dt
  const double* state() const noexcept;  // n: y there
  const double* error() noexcept;  // n: of the last step, as CVODE estimates; until the next call

  /// y ← the solution at a time within the last step; dydt ← its rate. False outside of it.
  bool interpolate(double at, double* y) noexcept;
  bool interpolate_rate(double at, double* dydt) noexcept;

  /// Since the last start.
  BdfCounts counts() const noexcept;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace zwang::ode
