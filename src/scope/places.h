// SPDX-License-Identifier: Apache-2.0
#pragma once
// A family written out: its formulas are read once for each place, where the indices are numbers.
// Non-ideal forces need that, for every place has reactions of its own.

#include "scope/code.h"
#include "scope/ranges.h"

namespace zwang::compile {

inline constexpr std::size_t most_places_written_out = 100'000;

/// The indices of a family at one place, as numbers, while it lives; no ranges: nothing.
class FixedIndices {
 public:
  FixedIndices(Scope& scope, const std::optional<Ranges>& ranges, std::size_t place)
      : scope_(scope), ranges_(ranges) {
    for (std::size_t k = 0; ranges && k < ranges->names.size(); ++k) {
      scope_.fix_index(ranges->names[k], ranges->places[place][k]);
    }
  }
  ~FixedIndices() {
    for (std::size_t k = ranges_ ? ranges_->names.size() : 0; k-- > 0;) {
      scope_.release_index(ranges_->names[k]);
    }
  }
  FixedIndices(const FixedIndices&) = delete;
  FixedIndices& operator=(const FixedIndices&) = delete;

 private:
  Scope& scope_;
  const std::optional<Ranges>& ranges_;
};

inline std::size_t places_of(const std::optional<Ranges>& ranges) {
  return ranges ? ranges->places.size() : 1;
}

/// Complains where there are too many places to write them out.
inline bool check_places(Scope& scope, const std::optional<Ranges>& ranges, const Expression& at) {
  if (places_of(ranges) <= most_places_written_out) return true;
  scope.complain(code::ranges, at, "non-ideal forces can have at most 100000 members");
  return false;
}

}  // namespace zwang::compile
