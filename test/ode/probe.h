// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the tableau off the running code of an explicit method: a right-hand side whose i-th answer
// is the unit vector e_i sees row i of A as its argument, if y = 0 and dt = 1, and the result is b.

#include <vector>

#include "ode/system.h"
#include "ode/trees.h"

namespace zwang::test {

struct Probe {
  explicit Probe(Index stages) : n(stages) {}

  ode::System system() {
    return {n, this, [](void* self, double t, const double* y, double* dydt) noexcept {
              static_cast<Probe*>(self)->answer(t, y, dydt);
              return true;
            }};
  }
  void answer(double t, const double* y, double* dydt) {
    std::fill_n(dydt, n, 0.0);
    dydt[tableau.stages()] = 1;
    tableau.c.push_back(t);
    tableau.A.emplace_back(y, y + n);
  }
  Index n;
  Tableau tableau;
};

}  // namespace zwang::test
