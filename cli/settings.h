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

/// NAME=VALUE in their order, several in one text separated by commas.
std::vector<std::pair<std::string, double>> read_assignments(const std::string& option,
                                                             const std::vector<std::string>& texts);

/// The parameters of --set; none twice.
zwang::Settings read_settings(const std::vector<std::string>& texts);

/// The model's start with what --at says: coordinates, rates (x') and t.
zwang::State read_state(const zwang::Model& model, const std::vector<std::string>& texts);

/// auto, explicit, bellman, …
zwang::Method read_kernel(const std::string& name);

}  // namespace cli
