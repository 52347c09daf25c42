// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stages of an explicit Runge–Kutta method, k_i = f(t + c_i dt, y + dt Σ_j a_ij k_j).

#include "base/aligned.h"
#include "base/index.h"
#include "ode/system.h"

namespace zwang::ode {

struct Stages {
  Stages(Index n, Index count);

  double* operator[](Index i) noexcept { return rows.data() + i * ld; }
  const double* operator[](Index i) const noexcept { return rows.data() + i * ld; }

  Index n, ld;
  AlignedArray rows;
  AlignedArray Y;  // the argument of the stage under way
};

/// A row of a tableau: where in the step, and the weights of the stages before.
struct TableauRow {
  double c;
  const double* a;
};

/// k_0 ← f(t, y), copied from f0 where that is given. False if f failed.
bool first_stage(Stages& k, const System& f, double t, const double* y, const double* f0) noexcept;

/// k_i from the i stages before it. False if f failed.
bool next_stage(Stages& k, Index i, TableauRow row, const System& f, double t, const double* y,
                double dt) noexcept;

/// sum ← dt Σ_j weight_j k_j over the first `count` stages; summed in the order of j, zeros skipped.
void weigh(const Stages& k, Index count, const double* weight, double dt, double* sum) noexcept;

/// y_new ← y + dt Σ_j weight_j k_j.  [STEPS 2]
void displace(const Stages& k, Index count, const double* weight, double dt, const double* y,
              double* y_new) noexcept;

}  // namespace zwang::ode
