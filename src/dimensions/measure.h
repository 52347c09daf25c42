// SPDX-License-Identifier: Apache-2.0
#pragma once
// The dimension of a formula, as far as it is known: base units to their powers, times dimensions that are
// yet to be found to theirs.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "units/dimension.h"

namespace zwang::compile {

struct Measure {
  units::Dimension known;
  std::vector<std::pair<int, double>> unknowns = {};  // number and power, in the order of numbers
  bool any = false;  // 0, which is zero of everything; or what has been complained of
  int angle =
      0;  // 1: an angle, where it turns out plain or per time; -1: something per angle, a torque

  Measure() = default;
  Measure(const units::Dimension& dimension) : known(dimension) {}
};

inline Measure any_measure() {
  Measure any;
  any.any = true;
  return any;
}
inline Measure angle_measure() {
  Measure angle;
  angle.angle = 1;
  return angle;
}

Measure operator*(const Measure& x, const Measure& y);
Measure operator/(const Measure& x, const Measure& y);
Measure pow(const Measure& x, double exponent);

/// The dimensions that are yet to be found. In logarithms, to equate two measures is one linear equation: an
/// unknown that it contains is solved for, and put into all that was found before.
class OpenDimensions {
 public:
  /// Of the coordinate, control, … of this name.
  Measure add(std::string name);

  /// With all that has been found.
  Measure settled(const Measure& x) const;
  /// Makes them equal; false if they cannot be.
  bool equate(const Measure& x, const Measure& y);
  /// Its dimension, if all of it is known.
  std::optional<units::Dimension> dimension(const Measure& x) const;
  /// "a length (m)"; with unknowns "a quantity in m times the unit of 'x'".
  std::string words(const Measure& x) const;

 private:
  struct Open {
    std::string name;
    std::optional<Measure> found;  // by those that are not
  };
  std::vector<Open> unknowns_;
};

}  // namespace zwang::compile
