// SPDX-License-Identifier: Apache-2.0
#include "api/choice_words.h"

#include <algorithm>

#include "base/diagnostic.h"
#include "base/number.h"
#include "compile/simulation.h"
#include "zwang/status.h"

namespace zwang {

double chosen_tolerance(const std::optional<double>& option, double of_model) {
  if (!option) return of_model > 0 ? of_model : 1e-9;
  if (*option >= compile::least_tolerance && *option <= compile::most_tolerance) return *option;
  throw InputError("tolerance", "is " + number_text(*option) + "; it must be from 1e-15 to 0.1");
}

std::string chosen_word(const std::optional<std::string>& option, const std::string& of_model,
                        const char* argument, const std::vector<std::string>& known) {
  if (!option) return of_model;
  if (std::find(known.begin(), known.end(), *option) != known.end()) return *option;
  const std::string_view near = nearest(*option, known);
  std::string all;
  for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
  throw InputError(argument, "'" + *option + "' is unknown; " +
                                 (near.empty() ? "there are " + all
                                               : "did you mean '" + std::string(near) + "'?"));
}

}  // namespace zwang
