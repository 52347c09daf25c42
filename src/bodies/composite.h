// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mass matrix H of a tree over its rates: each body together with all that hangs on it, as if
// it were one solid, moved by one rate at a time. O(n × depth).

#include <vector>

#include "bodies/kinematics.h"
#include "bodies/space/inertia.h"

namespace zwang::bodies {

class Composite {
 public:
  explicit Composite(const Tree& tree);

  /// All of H, nv × nv, row i at H + i·stride. Rates on different branches share no entry: 0.
  void fill(const Tree& tree, const Solids& solids, const Kinematics& kinematics, double* H,
            Index stride) noexcept;

  /// The first half of fill(): of(body), in O(n).
  void gather(const Tree& tree, const Solids& solids, const Kinematics& kinematics) noexcept;

  /// After gather() or fill(): a body with all that hangs on it, at its origin.
  const Inertia<double>& of(Index body) const { return of_[body]; }

 private:
  std::vector<Inertia<double>> of_;
};

// Energies of a tree.

/// Σ ½ m v_c² + ½ ω·I ω.
double kinetic_energy(const Solids& solids, const Kinematics& kinematics) noexcept;

/// −Σ m g·x_c, zero at the world's origin.
double potential_energy(const Solids& solids, const Kinematics& kinematics) noexcept;

}  // namespace zwang::bodies
