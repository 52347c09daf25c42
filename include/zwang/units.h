// SPDX-License-Identifier: Apache-2.0
#pragma once
// Units: those of a model's numbers, and numbers that a text gives with theirs.

#include <optional>
#include <string>
#include <string_view>

#include "zwang/model.h"

namespace zwang {

/// "40 cm", "-3", "60rpm", "2*sqrt(3)*(1 m)" as a number in the SI; nothing if the text is neither a number nor a
/// formula of numbers.
std::optional<double> read_quantity(std::string_view text);

/// Why a text with a unit cannot be a value of this parameter, coordinate or rate: "'l' is a length (m), not
/// a time (s)". Empty if it can. A number without a unit always can: it is in the SI, or, in a model without
/// units, in those of its writer.
std::string unit_misfit(const Model& model, std::string_view name, std::string_view text);

/// What a parameter, a coordinate, a rate, a force or an observable of a model is measured in: "m", "rad/s",
/// "N". Empty for a plain number, and in a model without units.
std::string unit_of(const Model& model, std::string_view name);

/// What the model wants the same to be shown in, by [units]: a number of results times `factor` is in `unit`.
struct ShownUnitOf {
  std::string unit;
  double factor = 1;
};
ShownUnitOf shown_unit_of(const Model& model, std::string_view name);
/// The same of a number whose unit in the SI is known, as unit_of writes it.
ShownUnitOf shown_in(const Model& model, const std::string& unit);

}  // namespace zwang
