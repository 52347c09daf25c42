// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the start that a run really has answers to what it was computed from, where that start was
// moved far, or searched for: by differences between starts that are assembled anew.

#include <string>
#include <vector>

#include "api/run/choices.h"
#include "base/index.h"

namespace zwang {

/// Something of the start, or of all of the model, that is moved.
struct StartMove {
  enum class Kind { parameter, coordinate, rate };
  std::string name;
  Kind kind = Kind::parameter;
  Index number = 0;  // among parameters, or among coordinates
};

/// ∂(q, v)/∂ of it, 2n numbers; empty where there is no start nearby.
std::vector<double> start_by_differences(const Model& model, const RunChoices& choices,
                                         const StartMove& move);

}  // namespace zwang
