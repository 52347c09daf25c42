// SPDX-License-Identifier: Apache-2.0
#pragma once
// Random mechanisms as model files: bodies, joints and where they start, closures between them.

#include <string>
#include <vector>

#include "bodies/tree.h"
#include "support/random.h"

namespace zwang::test {

/// A body as the file gives it; numbers as in bodies::SolidNumbers, the joint frame's turn as a unit
/// quaternion.
struct BodyText {
  Index parent = bodies::ground;
  bodies::Joint joint = bodies::Joint::hinge;
  double at[3] = {}, turn[4] = {1, 0, 0, 0}, axis[3] = {0, 0, 1}, axis2[3] = {1, 0, 0};
  double pitch = 1, mass = 1, center[3] = {}, inertia[6] = {1, 1, 1, 0, 0, 0};
  std::vector<double> q, v;  // where the joint starts; v of its rates
};

struct MechanismText {
  double gravity[3] = {};
  std::vector<BodyText> bodies;
  std::vector<std::vector<double>> points;  // body by body, three numbers each: p0, p1, …
  std::string closures;
  std::vector<double> ground;  // the same of the ground

  /// The model file.
  std::string text() const;
  /// "b2.p0", made there.
  std::string add_point(Index body, const double* local);
};

/// With sixteen digits and one: read back as the same double.
std::string digits(double x);
std::string digits(const double* x, int count);  // "[…, …]"

void random_direction(Random& random, double* axis);
/// `spread`: masses from 10^−spread to 10^spread.
BodyText random_body(Random& random, Index parent, bodies::Joint joint, double spread);
MechanismText random_mechanism(Random& random, Index bodies,
                               const std::vector<bodies::Joint>& joints, double spread);

}  // namespace zwang::test
