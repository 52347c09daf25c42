// SPDX-License-Identifier: Apache-2.0
#pragma once
// The solids of a workspace: where they are, how they move, and what formulas see of them.

#include <vector>

#include "base/aligned.h"
#include "bodies/composite.h"
#include "bodies/inverse_dynamics.h"
#include "bodies/kinematics.h"
#include "equations/equations.h"
#include "equations/solids/frame_jet.h"

namespace zwang::equations {

class MovingSolids {
 public:
  /// The only call that allocates. The equations have solids.
  explicit MovingSolids(const Equations& equations);

  // Solids are somewhere at all times: at the start of the equations at first. Their X and Ẋ are in the
  // inputs x of programs, of which there is one array only.

  /// The numbers of the solids, Array::properties, which a program has just filled in.
  void read(const double* property, double* x) noexcept;
  /// Goes to a state of all coordinates; where it is already, nothing is to be done.
  void move(const double* q, const double* v, double* x) noexcept;
  /// Ẍ into the inputs, at the state of move().
  void accelerate(const double* acceleration, double* x) noexcept;

  // What follows is of the state of move().

  /// Rows over (q, X) as rows over q; what is but rounding of their terms is 0.
  void reduce_rows(const RowMap& map, const double* written, double* reduced,
                   Index entries) noexcept;
  /// b ← b_written − A_x J̇v; A: what reduce_rows made of the rows.
  void reduce_demand(const double* A_written, const double* b_written, const double* A,
                     double* b) const noexcept;
  /// f ← f_q + Jᵀ f_x.
  void reduce_force(const double* written, double* f) noexcept;
  /// Q ← what formulas say, less the forces of inertia: Q_q + Jᵀ(Q_x − M_x J̇v) − h.
  void reduce_applied(const double* numbers, double* Q) noexcept;
  /// The same for the recursions: τ (nv) of what formulas say along joints; wrenches() are what they
  /// say of bodies. No forces of inertia, no gravity.
  void fill_load(const double* numbers, double* tau) noexcept;
  const bodies::Force<double>* wrenches() const { return wrenches_.data(); }  // of the last call
  /// What acts on bodies besides, from now on, 6 numbers each as OuterForce has them; null: nothing. Its
  /// power at the rates.
  double push(const double* on_bodies) noexcept;
  /// The same as a wrench at the body's origin.
  bodies::Force<double> pushed(Index body) const noexcept {
    return is_pushed_ ? pushed_[static_cast<std::size_t>(body)] : bodies::zero_force<double>();
  }
  /// M ← M_qq + … + H, all of its blocks.
  void reduce_mass(const double* numbers, double* M) noexcept;
  /// M of the coordinates before the tree's alone.
  void reduce_other_mass(const double* numbers, double* M) const noexcept;
  /// Of the solids, and of what formulas give a mass; x: the inputs, which hold Ẋ.
  double kinetic(const double* numbers, const double* v, const double* x) const noexcept;
  /// Of the solids alone, with that of gravity.
  double energy() const noexcept;

  /// Changes whenever numbers of the solids were read.
  long version() const { return version_; }
  const Solids& layout() const { return solids_; }
  const bodies::Tree& tree() const { return solids_.tree; }
  const bodies::Solids& numbers() const { return numbers_; }
  const bodies::Kinematics& kinematics() const { return kinematics_; }
  const double* q() const { return q_.data(); }                 // of the tree: nq coordinates,
  const double* coordinate_rates() const { return v_.data(); }  // their rates,
  const double* rates() const { return u_.data(); }             // nv rates of joints
  const double* local(Index frame) const {
    return locals_.data() + 3 * static_cast<std::size_t>(frame);
  }
  /// 3: J̇v of a frame.
  const double* bias(Index frame) const { return bias_.data() + 3 * frame; }
  /// Ẍ of a written coordinate behind the true ones; after accelerate().
  double acceleration(Index k) const { return Xdd_.data()[k]; }
  /// What the length of a body's quaternion weighs in M, whose rows decide it: any number of the size
  /// of an inertia does.
  double length_mass(Index body) const { return length_mass_[static_cast<std::size_t>(body)]; }

  /// Calls visit(body, its quaternion's first place among the tree's coordinates).
  template <class Visit>
  void for_each_quaternion(Visit visit) const {
    for (std::size_t k = 0; k < solids_.tree.bodies.size(); ++k) {
      const bodies::Body& body = solids_.tree.bodies[k];
      if (!has_quaternion(body.joint)) continue;
      visit(static_cast<Index>(k), body.q + coordinates(body.joint) - 4);
    }
  }

 private:
  void place(double* x) noexcept;
  void gather(const double* along_X) noexcept;
  void gather_applied(const double* along_X) noexcept;
  double bias_size(Index frame) const noexcept;  // of the terms that J̇v was summed from
  void add_tree_mass(double* M) noexcept;
  void add_diagonal(double* M) noexcept;
  void add_mass_along(const double* numbers, double* M) noexcept;
  void fill_column(Index coordinate, double* row) noexcept;

  const Equations& equations_;
  const Solids& solids_;
  Index n_;
  bodies::Solids numbers_;
  bodies::Kinematics kinematics_;
  bodies::InverseDynamics inverse_;
  bodies::Composite composite_;
  std::vector<double> locals_, length_mass_;
  std::vector<bodies::Motion<double>> accelerations_;
  std::vector<bodies::Force<double>> wrenches_, pushed_;
  bool is_pushed_ = false;
  AlignedArray q_, v_, u_, bias_, Xdd_;
  long version_ = 0;
  struct Scratch {
    explicit Scratch(const Equations& equations);
    AlignedArray H, half, tau, over_q, written, column;
    AlignedArray sizes;  // of what the entries of rows are summed from
  } scratch_;
};

}  // namespace zwang::equations
