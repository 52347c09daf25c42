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

#include "bodies/derivative/derivative_changes.h"
#include "bodies/space/inertia.h"
#include "bodies/space/spatial.h"

namespace zwang::bodies {

// Forces that stay as they are in the world while the bodies they act on are displaced. Where they
// act at points of a body, which turns, their torque about its origin does not stay.

/// On one body: the wrench at its origin, whose torque gains `turning` θ when the body turns by θ.
struct Action {
  Force<double> wrench = zero_force<double>();
  Mat3<double> turning = {zero3<double>(), zero3<double>(), zero3<double>()};
};

inline void add_torque(Action& action, const Vec3<double>& torque) noexcept {
  action.wrench.torque += torque;
}

/// A force g along X = d, a vector of the body in world axes: the torque d × g, which gains
/// (θ × d) × g = d (g·θ) − (d·g) θ.
inline void add_along_vector(Action& action, const Vec3<double>& d,
                             const Vec3<double>& g) noexcept {
  const double along = dot(d, g);
  action.wrench.torque += cross(d, g);  // [TREES 21]
  action.turning = action.turning + Mat3<double>{g.x * d, g.y * d, g.z * d};
  action.turning.x.x -= along;
  action.turning.y.y -= along;
  action.turning.z.z -= along;
}

/// At an origin from which the present one lies r, where r turns too.
inline Action inward(const Action& action, const Vec3<double>& r) noexcept {
  Action at = action;
  add_along_vector(at, r, action.wrench.force);
  return at;
}
inline Action& operator+=(Action& a, const Action& b) noexcept {
  a.wrench += b.wrench;
  a.turning = a.turning + b.turning;
  return a;
}

/// A force at the body's point d; d in world axes, from the body's origin.
inline void add_at_point(Action& action, const Vec3<double>& d,
                         const Vec3<double>& force) noexcept {
  add_along_vector(action, d, force);
  action.wrench.force += force;
}

/// A body with all that hangs on it, at its origin: its inertia, and what it asks for when the whole
/// turns by χ more than it does. That accelerates a particle at x, which moves by ẋ against the origin,
/// by 2 χ × ẋ, for which a force 2 χ × Σ m ẋ and a torque 2 Σ m ((x·ẋ) 1 − ẋ xᵀ) χ are needed.
struct Carried {
  Inertia<double> inertia;
  Vec3<double> momentum;  // Σ m ẋ
  Mat3<double> coriolis;  // 2 Σ m ((x·ẋ) 1 − ẋ xᵀ)
};

/// One solid, that turns by ω: ẋ = ω × x makes ω × (2 I − tr I) of the last.  [TREES 20]
inline Carried carried_alone(const SolidNumbers& solid, const Mat3<double>& R,
                             const Vec3<double>& omega) noexcept {
  const Inertia<double> inertia = inertia_of(solid, R);
  const Sym3<double>& I = inertia.second;
  const Mat3<double> A = {{I.xx - (I.yy + I.zz), 2 * I.xy, 2 * I.xz},
                          {2 * I.xy, I.yy - (I.xx + I.zz), 2 * I.yz},
                          {2 * I.xz, 2 * I.yz, I.zz - (I.xx + I.yy)}};
  return {inertia,
          cross(omega, inertia.moment),
          {cross(omega, A.x), cross(omega, A.y), cross(omega, A.z)}};
}

/// a bᵀ.
inline Mat3<double> outer(const Vec3<double>& a, const Vec3<double>& b) noexcept {
  return {b.x * a, b.y * a, b.z * a};
}

/// At an origin from which the present one lies r, and moves by ṙ.
inline Carried inward(const Carried& c, const Vec3<double>& r, const Vec3<double>& rdot) noexcept {
  const Inertia<double> inertia = inward(c.inertia, r);
  const double diagonal = 2 * (dot(inertia.moment, rdot) + dot(r, c.momentum));
  Mat3<double> coriolis =
      c.coriolis - outer(2.0 * rdot, inertia.moment) - outer(2.0 * c.momentum, r);
  coriolis.x.x += diagonal;
  coriolis.y.y += diagonal;
  coriolis.z.z += diagonal;
  return {inertia, c.momentum + c.inertia.mass * rdot, coriolis};
}

inline Carried& operator+=(Carried& a, const Carried& b) noexcept {
  a.inertia += b.inertia;
  a.momentum += b.momentum;
  a.coriolis = a.coriolis + b.coriolis;
  return a;
}

// Which forces a coordinate has a say in: those along the coordinates that carry it, its joint's own,
// and those it carries. Nothing passes from one branch to another.

/// By columns; a joint's coordinates have the same rows, which ascend.
class CommonPaths {
 public:
  CommonPaths(const Tree& tree, const Changes& changes);

  Index entries() const { return entries_; }
  Index columns() const { return static_cast<Index>(body_.size()); }

  /// Where a column's entries begin, how many there are, and their rows.
  Index begin(Index column) const {
    const Block& of = block_of(column);
    return of.entries + (column - of.first) * of.count;
  }
  Index count(Index column) const { return block_of(column).count; }
  const Index* rows(Index column) const { return rows_.data() + block_of(column).rows; }

  /// How many rows a body's own rows have before them, in its own columns and in those of all that
  /// it carries.
  Index above(Index body) const { return blocks_[body].above; }

 private:
  struct Block {
    Index first = 0, above = 0, count = 0;
    Index rows = 0, entries = 0;  // where they begin
  };
  void count_rows(const Tree& tree, const Changes& changes);
  void list_rows(const Tree& tree, const Changes& changes);
  Block& block(Index body) { return blocks_[body]; }
  const Block& block_of(Index column) const { return blocks_[body_[column]]; }

  std::vector<Block> blocks_;  // by body
  std::vector<Index> body_;    // by column
  std::vector<Index> rows_;
  Index entries_ = 0;
};

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
