// SPDX-License-Identifier: Apache-2.0
#pragma once
// [simulate] with its formulas evaluated.

#include <optional>
#include <span>
#include <string>

#include "base/words/word.h"
#include "scope/scope.h"

namespace zwang::compile {

inline constexpr double least_tolerance = 1e-15, most_tolerance = 0.1;
inline constexpr Index max_samples = 100'000'000;  // of a run

/// The numbers of [simulate]; 0: not given.
struct SimulationNumbers {
  double from = 0, duration = 0, tolerance = 0, absolute = 0, step = 0, every = 0;
  Index samples = 0;
};

/// Those that are no counts, in the order by which Kept calls them.
inline constexpr double SimulationNumbers::*simulation_numbers[] = {
    &SimulationNumbers::from,     &SimulationNumbers::duration, &SimulationNumbers::tolerance,
    &SimulationNumbers::absolute, &SimulationNumbers::step,     &SimulationNumbers::every};

/// A tolerance and a number of samples in their ranges; 0 and a complaint if they are not.
double evaluate_tolerance(Scope& scope, const Expression& expression);
Index evaluate_samples(Scope& scope, const Expression& expression);
/// Complains of a word that is not among those that are known.
void check_word(Scope& scope, const Name& word, const std::string& noun,
                std::span<const words::Word> known);

/// The time of [linear]; nothing where it gives none. Complains of what is no time.
std::optional<double> evaluate_linear_time(Scope& scope);

/// Complains of what cannot be. Nothing, if there is no [simulate].
std::optional<SimulationNumbers> evaluate_simulation(Scope& scope);

}  // namespace zwang::compile
