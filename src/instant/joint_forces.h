// SPDX-License-Identifier: Apache-2.0
#pragma once
// What passes through the joints of solids at an instant, and what rows do to bodies: by inverse
// dynamics of the tree, with the forces of formulas and of rows on its bodies. All in world axes, at
// the origin of the body that it acts on.

#include <vector>

#include "bodies/inverse_dynamics.h"
#include "equations/evaluate.h"

namespace zwang::instant {

class JointForces {
 public:
  /// The equations have solids.
  explicit JointForces(const equations::Equations& equations);

  /// At an instant whose ẍ (n) and λ (m, of the forces that act) are known; C (n + 3·frames, as
  /// programs write it), or null where there are no non-ideal forces. `numbers` were evaluated for
  /// dynamics there.
  void form(equations::Workspace& numbers, const double* acceleration, const double* multipliers,
            const double* C_written) noexcept;

  /// What the joint does to its body: what it resists with, and what drives, brakes or turns it.
  const bodies::Force<double>& joint(Index body) const { return inverse_.joint_wrench(body); }
  /// What the joint gives to the motion: 0 but for drives, brakes and springs in it.
  double power(Index body) const noexcept;
  /// What rows first_row … do to a body by its points and axes.
  bodies::Force<double> of_rows(const equations::Workspace& numbers, Index body, Index first_row,
                                Index rows, const double* multipliers) const noexcept;

  /// By body, whether what passes through its joint has only this value: where rows repeat each
  /// other, some of their forces go round in a circle through joints. `acts`: by row, whether it
  /// exerts a force; null: all do. Allocates.
  std::vector<unsigned char> unique(equations::Workspace& numbers,
                                    const unsigned char* acts = nullptr) const;

  /// One such circle: multipliers (m) that move nothing, and what then passes through each joint.
  struct Circle {
    std::vector<double> multipliers;
    std::vector<bodies::Force<double>> joints;
    std::vector<double> sizes;  // of the terms that these are summed from
  };
  /// All of them, none a combination of others. Allocates.
  std::vector<Circle> circles(equations::Workspace& numbers,
                              const unsigned char* acts = nullptr) const;
  /// A part of what passes through a joint that is at most this share of its terms is rounding. Rows are
  /// dependent to about 1e-6 only where they are near-singular, to rounding elsewhere.
  static constexpr double rounding = 1e-8;
  /// Whether a circle is across a plane, as those of plane linkages: no force in it, and no torque about
  /// its normal, which is the axis of hinges.
  bool is_across_a_plane(const equations::Workspace& numbers, const Circle& circle) const;

 private:
  void add_rows(const equations::Workspace& numbers, const double* multipliers,
                std::vector<bodies::Force<double>>& wrenches) const noexcept;

  const equations::Equations& equations_;
  const equations::Solids& solids_;
  const equations::MovingSolids* moving_ = nullptr;
  bodies::InverseDynamics inverse_;
  std::vector<bodies::Force<double>> wrenches_;
  std::vector<double> rates_, tau_, along_;
};

}  // namespace zwang::instant
