// SPDX-License-Identifier: Apache-2.0
// Observables become outputs.

#include "compile/laws/reactions.h"
#include "compile/parts.h"

namespace zwang::compile {

namespace {

// "[3]", "[1,2]": the place of a family in the name of its value; nothing for a lone formula.
std::string place_words(const Ranges* ranges, std::size_t place) {
  if (!ranges) return {};
  std::string words = "[";
  for (const double index : ranges->places[place]) {
    words += (words.size() > 1 ? "," : "") + std::to_string(static_cast<long>(index));
  }
  return words + "]";
}

void add_observable(Scope& scope, Assembly& assembly, Names& names, Group& group,
                    const Observable& observable, std::size_t number, const Ranges* ranges) {
  const auto value = scope.value(observable.formula);
  if (!value || !check_members(scope, assembly, group, value->nodes(), observable.formula)) return;
  const auto first = static_cast<Index>(names.observables.size());
  for (std::size_t place = 0; place < (ranges ? ranges->places.size() : 1); ++place) {
    const std::string words = place_words(ranges, place);
    names.observed.push_back(
        {number, words, static_cast<Index>(names.observables.size()), value->size});
    for (int k = 0; k < value->size; ++k) {
      const std::string component = value->size > 1 ? std::string(".") + "xyz"[k] : "";
      names.observables.push_back(observable.name.text + words + component);
    }
  }
  for (int k = 0; k < value->size; ++k) {
    assembly.add(group, {value->at[static_cast<std::size_t>(k)], Array::observable, first + k,
                         static_cast<Index>(value->size)});
  }
}

}  // namespace

Index add_observables(Scope& scope, Assembly& assembly, Names& names, Reactions& reactions,
                      const std::vector<Observable>& observables) {
  const AllowedReactions allowed(reactions, {equations::Reading::watched});
  for (std::size_t k = 0; k < observables.size(); ++k) {
    const Observable& observable = observables[k];
    if (!observable.for_each.given()) {
      add_observable(scope, assembly, names, assembly.lone(), observable, k, nullptr);
    } else if (const auto ranges = read_ranges(scope, observable.for_each)) {
      const BoundIndices bound(scope, *ranges);
      add_observable(scope, assembly, names, assembly.add_group(*ranges, bound.nodes()), observable,
                     k, &*ranges);
    }
  }
  return static_cast<Index>(names.observables.size());
}

}  // namespace zwang::compile
