// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where every number of an instant stands.

#include <algorithm>
#include <array>
#include <utility>

#include "equations/array.h"
#include "equations/pattern.h"

namespace zwang::equations {

/// Where each array begins in the one array of numbers that a workspace holds, and the patterns of
/// sparse ones.
class Layout {
  static constexpr std::size_t sparse_arrays = static_cast<std::size_t>(
      std::count_if(array_facts.begin(), array_facts.end(),
                    [](const ArrayFacts& facts) { return facts.form == Form::sparse; }));
  static constexpr std::array<std::size_t, arrays> sparse_numbers = [] {
    std::array<std::size_t, arrays> numbers{};
    for (std::size_t k = 0, next = 0; k < arrays; ++k) {
      numbers[k] = array_facts[k].form == Form::sparse ? next++ : sparse_arrays;
    }
    return numbers;
  }();

 public:
  Layout() = default;
  explicit Layout(const Sizes& sizes) : sizes_(sizes) {}

  /// Patterns of sparse arrays are given first, then all arrays get their places, one after the other.
  void set(Array array, Pattern pattern) { patterns_[sparse_number(array)] = std::move(pattern); }
  void place_all();
  /// With bodies: those over coordinates get their places anew, of other sizes, behind all others.
  void place_reduced(const Sizes& sizes);

  Index begin(Array array) const { return begin_[number(array)]; }
  /// How many numbers it has.
  Index size(Array array) const;
  Index size() const { return size_; }  // of all
  Shape shape(Array array) const { return facts(array).shape(sizes_); }
  const Pattern& pattern(Array array) const { return patterns_[sparse_number(array)]; }
  const Sizes& sizes() const { return sizes_; }

 private:
  /// The number of a sparse array among them.
  static constexpr std::size_t sparse_number(Array array) { return sparse_numbers[number(array)]; }

  Sizes sizes_;
  std::array<Index, arrays> begin_{};
  std::array<Pattern, sparse_arrays> patterns_;
  Index size_ = 0;
};

}  // namespace zwang::equations
