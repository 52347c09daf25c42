// SPDX-License-Identifier: Apache-2.0
#pragma once
// Of the slow twin: where all bodies and the axes of all rates are, and what moves by them. It
// shares the algebra of three numbers with the recursions, and nothing else.

#include <vector>

#include "bodies/space/mat3.h"
#include "bodies/space/solid.h"
#include "bodies/tree.h"

namespace zwang::bodies {

/// What one rate does: turns about z through o by `turn`, and shifts along z by `shift`.
struct TwinAxis {
  Vec3<double> z, o;
  double turn, shift;
  Index body;     // whose joint it belongs to
  Index carried;  // how many rates of this joint, from the first, turn z too
};

class TwinPlaces {
 public:
  TwinPlaces(const Tree& tree, const Solids& solids, const double* q);

  const Mat3<double>& R(Index body) const { return R_[static_cast<std::size_t>(body)]; }
  const Vec3<double>& origin(Index body) const { return o_[static_cast<std::size_t>(body)]; }
  const TwinAxis& axis(Index rate) const { return axes_[static_cast<std::size_t>(rate)]; }

  /// Of the body's point x, summed over the rates that move it.
  Vec3<double> velocity(Index body, const Vec3<double>& x, const double* v) const;
  Vec3<double> omega(Index body, const double* v) const;
  /// Angular velocity of what carries an axis.
  Vec3<double> omega_of(const TwinAxis& axis, const double* v) const;

  const Tree& tree;

 private:
  void settle(Index i, const Mat3<double>& E, const Vec3<double>& at, const SolidNumbers& solid,
              const double* q);
  void turn_by_quaternion(Index i, Mat3<double>& R, const double* e);
  void shift_along(Index i, const Vec3<double>& z, double by, Vec3<double>& origin);
  void add(Index body, const Vec3<double>& z, double turn, double shift, Index carried);
  const Body& body(Index i) const { return tree.bodies[static_cast<std::size_t>(i)]; }

  std::vector<Mat3<double>> R_;
  std::vector<Vec3<double>> o_;
  std::vector<TwinAxis> axes_;
};

}  // namespace zwang::bodies
