// SPDX-License-Identifier: Apache-2.0
#include "equations/layout.h"

namespace zwang::equations {

namespace {

// Without two ends there is no room for what they ask, which grows with the square of n.
bool is_asked(const ArrayFacts& facts, const Sizes& sizes) {
  if (sizes.two_ends) return true;
  for (std::size_t k = 0; k < motion_stages; ++k) {
    if (facts.stages.has(static_cast<Stage>(k))) return true;
  }
  return false;
}

}  // namespace

Index Layout::size(Array array) const {
  if (is_sparse(array)) return pattern(array).entries();
  if (!is_asked(facts(array), sizes_)) return 0;
  const Shape shape_of = shape(array);
  return shape_of.rows * shape_of.columns;
}

void Layout::place_all() {
  size_ = 0;
  for (std::size_t k = 0; k < arrays; ++k) {
    begin_[k] = size_;
    size_ += size(static_cast<Array>(k));
  }
}

void Layout::place_reduced(const Sizes& sizes) {
  sizes_ = sizes;
  for (std::size_t k = 0; k < arrays; ++k) {
    if (array_facts[k].with_bodies != WithBodies::reduced) continue;
    begin_[k] = size_;
    size_ += size(static_cast<Array>(k));
  }
}

}  // namespace zwang::equations
