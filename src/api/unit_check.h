// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers of questions that a description does without, [sweep], [fit] and [periodic]: their units must be those of
// what they are values of.

#include "zwang/description.h"
#include "zwang/status.h"
#include "zwang/units.h"

namespace zwang {

/// Throws InputError where an expression is a number with the unit of something else than `name`.
inline void check_unit(const Model& model, const std::string& key, const std::string& name,
                       const Expression& expression) {
  const std::string wrong = unit_misfit(model, name, expression.text);
  if (!wrong.empty()) throw InputError(key, wrong);
}

}  // namespace zwang
