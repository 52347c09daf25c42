// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether what was decided by the values of parameters stands at other values.

#include "formula/evaluation.h"
#include "scope/scope.h"

namespace zwang::compile {

/// Immutable: any number of threads may ask.
class Standing {
 public:
  Standing() = default;
  /// Of all that the scope has decided so far.
  explicit Standing(Scope& scope);

  /// `inputs` by slot.
  bool holds(std::span<const double> inputs, std::vector<double>& memory) const;
  /// Slots of the parameters that have to do with what does not stand.
  std::vector<std::uint32_t> fallen(std::span<const double> inputs) const;

 private:
  struct Choice {
    Rule rule;
    int choice;
    std::size_t first, count;  // of the values
  };
  template <class Visit>
  void for_each_fallen(std::span<const double> values, Visit visit) const;

  formula::Evaluation values_;
  std::vector<double> exact_;  // the first of the values
  std::vector<Choice> chosen_;
  std::vector<std::vector<std::uint32_t>> slots_;  // of each exact value, then of each choice
};

}  // namespace zwang::compile
