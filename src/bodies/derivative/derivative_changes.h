// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a small change of one coordinate, or of one rate, does to how the bodies of a tree move. All
// that the coordinate carries is displaced as one solid. With x the way to a point from the origin
// of the body whose joint it is, seen from there (ẋ, ẍ without that origin's own motion),
//   δX = s + θ × x,   δẊ = s₁ + χ × x + θ × ẋ,   δẌ = s₂ + ψ × x + 2 χ × ẋ + θ × ẍ,
//   δω = χ + θ × ω,   δω̇ = ψ + χ × ω + θ × ω̇.
// The displacement (θ, s) is the coordinate's column of J. While time goes on it stays as it is in
// what carries the joint, and turns with that, at u: θ̇ = u × θ. So χ = θ̇, ψ = θ̈ by a coordinate,
// and by its rate, which displaces nothing, χ is that θ and ψ is 2 θ̇.

#include <vector>

#include "bodies/kinematics.h"

namespace zwang::bodies {

/// Which numbers are changed, and along which forces are counted: the rates of joint.h with small
/// displacements along them (of a quaternion: a small turn in the axes of the body), or coordinates q
/// and their rates q̇, where a quaternion has four of each.
enum class Over : std::uint8_t { rates, coordinates };

/// At the origin of the body whose joint it is.
struct Change {
  Motion<double> way;           // θ, s
  Motion<double> rate;          // χ, s₁
  Motion<double> acceleration;  // ψ, s₂
};

class Changes {
 public:
  /// The only call that allocates.
  Changes(const Tree& tree, Over over);

  /// At placed and moved kinematics. Over rates: their v and v̇, q is not read. Over coordinates: q,
  /// q̇ and q̈, of which v̇ and v follow.
  void fill(const Tree& tree, const Kinematics& kinematics, const double* q, const double* rates,
            const double* accelerations) noexcept;

  Over over() const { return over_; }
  /// How many numbers are changed; a body's first; how many it has.
  Index count() const { return static_cast<Index>(by_position_.size()); }
  Index first(const Body& body) const { return over_ == Over::rates ? body.v : body.q; }
  Index count(const Body& body) const {
    return over_ == Over::rates ? rates(body.joint) : coordinates(body.joint);
  }

  /// By a coordinate, at given rates and accelerations; `way` is its column of J.
  const Change& by_position(Index i) const { return by_position_[i]; }
  /// By its rate; `way` is 0.
  const Change& by_rate(Index i) const { return by_rate_[i]; }

  /// J v̇ + J̇ v of a body, no gravity.
  const Motion<double>& acceleration(Index body) const { return accelerations_[body]; }
  /// ṙ and r̈ of the way from the parent's origin.
  const Vec3<double>& rdot(Index body) const { return rdot_[body]; }
  const Vec3<double>& rddot(Index body) const { return rddot_[body]; }

 private:
  void fill_ways(const Tree& tree, const Kinematics& kinematics) noexcept;
  void fill_joint(const Body& body, const Kinematics& kinematics, const Vec3<double>& u,
                  const Vec3<double>& udot) noexcept;
  void fill_quaternion(const Body& body, const Kinematics& kinematics, const Vec3<double>& u,
                       const Vec3<double>& udot, const double* q, const double* rates,
                       const double* accelerations) noexcept;

  Over over_;
  std::vector<Change> by_position_, by_rate_;
  std::vector<double> v_, vdot_, g_;
  std::vector<Motion<double>> accelerations_;
  std::vector<Vec3<double>> rdot_, rddot_;
};

}  // namespace zwang::bodies
