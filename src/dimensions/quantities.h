// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the numbers of a model are measured in, once that has been found.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "units/dimension.h"
#include "units/shown.h"

namespace zwang::compile {

struct Quantity {
  std::optional<units::Dimension> dimension;  // nothing: it was not found
  bool angle = false;                         // of what is plain, or per time

  /// Its unit of the SI: "m", "rad/s", "N m" of a torque; "" of a plain number and of what is unknown.
  std::string unit() const;
};

/// Without units in the model, nothing is `given` and all units are "".
struct Quantities {
  bool given = false;
  std::map<std::string, Quantity, std::less<>> names;  // coordinates, parameters, observables, …
  std::map<std::string, Quantity, std::less<>> multipliers;
  Quantity time, energy;
  std::vector<units::ShownAs> shown;  // as [units] says

  /// Of a name as results write it: "p[3].x", "bob.x''", "top.joint_omega.x".
  Quantity of(std::string_view name) const;
  /// Of a force along a coordinate.
  Quantity force_along(std::string_view name) const;
  /// Of a column of results, by its name and its meaning (record::Column).
  std::string unit_of_column(std::string_view name, std::string_view meaning) const;
  /// What is in this unit of the SI is shown in.
  units::ShownAs shown_as(const std::string& si) const;
};

}  // namespace zwang::compile
