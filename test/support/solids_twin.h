// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slow, obvious twin of the recursions: H and h put together from the Jacobians of all centres
// of mass, as the paper does it [SOLIDS]. It finds them by its own route, from the places of the
// joints' axes, and shares nothing with kinematics.h. For tests and for doubts: it allocates.

#include <vector>

#include "bodies/space/solid.h"
#include "bodies/tree.h"

namespace zwang::bodies {

/// Of solid k: acceleration of the centre, then angular acceleration, = J_k v̇ + drift_k.
struct SolidTwin {
  std::vector<double> J;  // 6 × nv
  double drift[6];        // J̇_k v
  double M[36];           // M_k: mass, inertia about the centre
  double n[6];            // n_k
};

struct SolidsTwin {
  std::vector<SolidTwin> of;
  std::vector<double> H;  // nv × nv  Σ J_kᵀ M_k J_k
  std::vector<double> h;  // nv       Σ J_kᵀ (M_k J̇_k v + n_k)
};

SolidsTwin solids_twin(const Tree& tree, const Solids& solids, const double* q, const double* v);

/// Gauss's function V(v̇), which is least where H v̇ + h = Jᵀw. Every solid must have a mass, and an
/// inertia about each axis: its free acceleration is asked for.
double gauss_twin(const SolidsTwin& twin, const std::vector<double>& w, const double* vdot);

/// Σ J_kᵀ w_k, with w_k = (f_k, t_k) at the centres, six numbers each.
std::vector<double> applied_twin(const SolidsTwin& twin, const std::vector<double>& w);

}  // namespace zwang::bodies
