// SPDX-License-Identifier: Apache-2.0
#pragma once
// The same motion once more in quadruple precision, for the doubtful case: from the formulas of the model, by another
// method, and through none of the programs and kernels of a run.

#include <functional>
#include <string>
#include <vector>

#include "zwang/run.h"

namespace zwang {

/// What the referee says of the end of a run.
struct Referee {
  struct Value {
    std::string name;       // of a coordinate or a rate
    double value = 0;       // of the run
    double difference = 0;  // the run's − the referee's: the error of the run
    double error =
        0;  // of the difference: what two runs of the referee differ by; rounding at least
  };
  std::vector<Value> values;
  std::string problem;  // why there is none; empty: there is one
  double tolerance = 0;
  long steps = 0, evaluations = 0;
  double seconds = 0;
};

/// Why the motion of a model cannot be refereed, in a sentence; empty: it can. Bodies, contacts, friction, controls, events
/// and systems of first order cannot, nor can models of more than 60 coordinates and rows.
std::string referee_refuses(const Model& model);

/// From the start of the run, as that was put on the constraints, to its end. Numbers of the model are the doubles that the
/// run has. `goes_on`: asked now and then; false stops it. Throws InputError for a model that it refuses.
Referee ask_referee(const Trajectory& trajectory, const std::function<bool()>& goes_on = {});

std::string to_json(const Referee& verdict);

}  // namespace zwang
