// SPDX-License-Identifier: Apache-2.0
#pragma once
// What formulas read as joint(crank).force.

#include "instant/joint_forces.h"

namespace zwang::instant {

class JointReader {
 public:
  /// Whether any formula reads a joint.
  static bool is_wanted(const equations::Equations& equations);
  /// For equations of which it is.
  explicit JointReader(const equations::Equations& equations)
      : equations_(equations), forces_(equations) {}

  /// Puts the numbers where programs read them; as JointForces::form.
  void read(equations::Workspace& numbers, const double* acceleration, const double* multipliers,
            const double* C_written) noexcept;

 private:
  const equations::Equations& equations_;
  JointForces forces_;
};

}  // namespace zwang::instant
