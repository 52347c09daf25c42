// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which periodic motion is looked for.

#include <cstddef>
#include <optional>
#include <string>

#include "zwang/periodic.h"

namespace zwang {

struct PeriodicWish {
  double period = 0;
  bool period_is_given = false;
  Expression formula;  // of a period that is given: it may contain the parameter; empty: a number
  double tolerance = 1e-11;
  std::optional<std::ptrdiff_t> over;  // number of the parameter
  double from = 0, to = 0;
};

/// The value of such a formula.
double number_of(const Model& model, const Expression& expression);

/// The options, else what [periodic] says. Throws as periodic_motion does.
PeriodicWish periodic_wish(const Model& model, const PeriodicOptions& options);

}  // namespace zwang
