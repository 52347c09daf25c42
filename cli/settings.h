// SPDX-License-Identifier: Apache-2.0
#pragma once
// NAME=VALUE on the command line.

#include <string>
#include <utility>
#include <vector>

#include "zwang/model.h"

namespace cli {

/// Thrown for a command line that cannot be; the sentence says why.
class BadOption : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A finite number, all of the text; throws BadOption that names the option.
double read_number(const std::string& option, const std::string& text);

/// The same with a unit or without, as a value of something of the model; `t` is its time. In the SI, if it has a
/// unit. Throws BadOption, also where the unit is another's.
double read_quantity_of(const zwang::Model& model, const std::string& option,
                        const std::string& name, const std::string& text);
/// " m": what something of the model is measured in, behind a space; empty: nothing is known.
std::string unit_behind(const zwang::Model& model, const std::string& name);

/// NAME=VALUE on the command line; the value may have a unit.
struct Assignment {
  std::string name;
  double value = 0;  // in the SI, if it has a unit
  std::string text;  // of the value
};
/// In their order, several in one text separated by commas.
std::vector<Assignment> read_assignments(const std::string& option,
                                         const std::vector<std::string>& texts);

/// The model of a file with the parameters of --set; throws BadOption where one is set twice, or has a unit
/// that is not its own.
zwang::Model load_with(const std::string& path, const std::vector<std::string>& set);

/// The model's start with what --at says: coordinates, rates (x') and t.
zwang::State read_state(const zwang::Model& model, const std::vector<std::string>& texts);

/// auto, explicit, bellman, …
zwang::Method read_kernel(const std::string& name);

}  // namespace cli
