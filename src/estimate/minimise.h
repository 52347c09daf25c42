// SPDX-License-Identifier: Apache-2.0
#pragma once
// The least of a function between bounds, subject to equations and inequalities: multipliers of M. R. Hestenes and
// M. J. D. Powell (1969) outside, quasi-Newton steps of Broyden, Fletcher, Goldfarb and Shanno within the bounds
// inside, slopes by central differences, and a compass at the end, which also goes down along kinks, where slopes
// say nothing. Knows no models.

#include <functional>
#include <vector>

namespace zwang::estimate {

struct Valued {
  bool there = true;          // false: there is no value at this point
  double f = 0;               // to be least
  std::vector<double> equal;  // each to be 0
  std::vector<double> most;   // each to be at most 0
};

/// The values at several points, which may be found side by side.
using Asked = std::function<std::vector<Valued>(const std::vector<std::vector<double>>&)>;

struct Minimum {
  std::vector<double> x;
  Valued value;
  bool converged = false;  // nothing near is better, by the tolerance
  double missed =
      0;  // by how much the conditions are missed, in units of what crossing the bounds changes them
};

/// From a start within the bounds. `tolerance`: of x, as a share of the distance of the bounds, and of the conditions.
/// `goes_on` is asked between steps.
Minimum minimise(const std::vector<double>& lower, const std::vector<double>& upper,
                 const std::vector<double>& start, const Asked& ask, double tolerance,
                 const std::function<bool()>& goes_on = {});

}  // namespace zwang::estimate
