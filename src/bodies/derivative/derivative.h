// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the forces of inverse dynamics, τ = H v̇ + h − Jᵀw, change with each coordinate and with each
// rate: O(n × depth), outward and inward once.
//
// In axes that turn along with what a coordinate displaces (derivative_changes.h), all that it
// carries only feels other accelerations: those of the motion Ψ = (ψ, s₂ − θ × a), where a is felt at
// the joint, and 2 χ × ẋ; and forces that stay as they are in the world turn by −θ. What that asks of
// the joint is a wrench for each coordinate, which walked inward gives its column. A force along d
// sees it in the same way from outside, so that walked inward three vectors give its row:
//   ∂τ_d = momentum_d·Ψ + spin_d·χ + turn_d·θ.

#include <vector>

#include "bodies/derivative/derivative_action.h"
#include "bodies/derivative/derivative_carried.h"
#include "bodies/derivative/derivative_changes.h"
#include "bodies/derivative/derivative_pattern.h"

namespace zwang::bodies {

/// What acts beside the tree's own motion.
struct Acting {
  const Action* actions = nullptr;         // each body, or null
  Vec3<double> gravity = zero3<double>();  // Solids::gravity where it acts
};

class Derivative {
 public:
  /// The only call that allocates. Of the changes only their shape is read.
  Derivative(const Tree& tree, const Changes& changes);

  /// At the state of the changes, which were filled with the same kinematics; q is read over
  /// coordinates only.
  void form(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
            const Changes& changes, const double* q, const Acting& acting) noexcept;

  const CommonPaths& pattern() const { return pattern_; }
  // After form(), the entries of the pattern:
  const double* by_position() const { return by_position_.data(); }
  const double* by_rate() const { return by_rate_.data(); }
  /// One of them in full, count × count: row i at D + i·stride.
  void fill(const double* entries, double* D, Index stride) const noexcept;

 private:
  /// A body with all that hangs on it, at its origin.
  struct Subtree {
    Carried carried;
    Force<double> joint;  // what the joint passes on: τ is its part along S
    Action action;        // what acts
    Vec3<double> felt;    // a: acceleration of the origin, less gravity
  };
  /// Of a coordinate, at its body's origin.
  struct Column {
    Motion<double> Psi;
    Force<double> by_position, by_rate;  // how `joint` changes, about a point that stays
  };

  void gather(const Tree& tree, const Solids& solids, const Kinematics& kinematics,
              const Changes& changes, const Acting& acting) noexcept;
  void form_joint(const Changes& changes, Index number, const Body& body) noexcept;
  void add_quaternion(const Kinematics& kinematics, Index number, const Body& body,
                      const double* q) noexcept;
  void walk(const Tree& tree, const Kinematics& kinematics, const Changes& changes, Index number,
            Index first, Index k) noexcept;

  CommonPaths pattern_;
  std::vector<Subtree> subtrees_;
  std::vector<Column> columns_;
  std::vector<Index> below_;  // by body: which of its columns' entries the next that it carries has
  std::vector<double> by_position_, by_rate_;
};

}  // namespace zwang::bodies
