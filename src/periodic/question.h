// SPDX-License-Identifier: Apache-2.0
#pragma once
// What shooting is told of a motion, and what it asks.

#include <functional>
#include <vector>

#include "base/index.h"

namespace zwang::periodic {

/// One way round. All vectors have n numbers; matrices are column-major.
struct Round {
  std::vector<double> start, end;  // start: on the constraints
  std::vector<double> tangent;  // n × n: a change of the start as the constraints let it through
  std::vector<double> slopes;   // n × n: what becomes of it
  std::vector<double> by_parameter;          // ∂end − ∂start; empty: no parameter
  std::vector<double> start_by_parameter;    // of the start, which moves with the constraints
  std::vector<double> rate_start, rate_end;  // f
  double period = 0;                         // where it is given: it may depend on the parameter
};

struct Place {
  std::vector<double> x;
  double period = 0, parameter = 0;
};

/// False: there is no such motion.
using Follow = std::function<bool(const Place& place, Round& round)>;

struct Question {
  Follow follow;
  std::vector<double> size;  // by component of x: what counts as much
  bool period_is_given = false;
  double parameter_size = 0;  // 0: no parameter
};

}  // namespace zwang::periodic
