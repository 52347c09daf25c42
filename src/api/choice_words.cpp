// SPDX-License-Identifier: Apache-2.0
#include "api/choice_words.h"

#include "base/diagnostic.h"
#include "base/number.h"
#include "compile/simulation.h"
#include "zwang/status.h"

namespace zwang {

double chosen_tolerance(const std::optional<double>& option, double of_model) {
  if (!option) return of_model > 0 ? of_model : 1e-9;
  if (*option >= compile::least_tolerance && *option <= compile::most_tolerance) return *option;
  throw InputError("tolerance", "must be from 1e-15 to 0.1 (got " + number_text(*option) + ")");
}

std::string_view chosen_word(const std::optional<std::string>& option, std::string_view of_model,
                             const char* argument, std::span<const words::Word> known) {
  if (!option) return of_model;
  for (const words::Word& one : known)
    if (one.word == *option) return one.word;
  const std::vector<std::string> all = words::list(known);
  std::string hint = advice(*option, all);
  if (hint.starts_with("one of")) hint.replace(0, 6, "choose from");
  throw InputError(argument, "'" + *option + "' is unknown; " + hint);
}

}  // namespace zwang
