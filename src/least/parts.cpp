// SPDX-License-Identifier: Apache-2.0
#include "least/parts.h"

#include <algorithm>

namespace zwang::least {

Parts::Parts(const std::vector<std::size_t>& blocks, const std::vector<Index>& begin,
             const std::vector<Index>& column)
    : row_begin_(begin), row_column_(column) {
  Index numbers = 0, coordinate = 0;
  for (const std::size_t block : blocks) {
    const auto size = static_cast<Index>(block);
    size_.push_back(size);
    begin_of_.push_back(numbers);
    first_of_.push_back(coordinate);
    block_of_.insert(block_of_.end(), block, static_cast<Index>(size_.size()) - 1);
    numbers += size * size;
    coordinate += size;
  }
  up_.resize(size_.size());
  part_of_.resize(size_.size());
  place_.resize(block_of_.size());
  row_place_.resize(begin.size() - 1);
  before_.resize(begin.size() - 1);
}

Index Parts::root(Index block) {
  while (up_[at(block)] != block) block = up_[at(block)] = up_[at(up_[at(block)])];
  return block;
}

// The smallest block is the root: parts do not depend on the order in which rows join them.
void Parts::join(const unsigned char* takes_part) {
  for (std::size_t k = 0; k < up_.size(); ++k) up_[k] = static_cast<Index>(k);
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (!takes_part[i]) continue;
    for (Index e = row_begin_[i] + 1; e < row_begin_[i + 1]; ++e) {
      const Index a = root(block_of_[at(row_column_[at(e - 1)])]),
                  b = root(block_of_[at(row_column_[at(e)])]);
      up_[at(std::max(a, b))] = std::min(a, b);
    }
  }
}

void Parts::number_parts() {
  Index count = 0;
  for (std::size_t k = 0; k < up_.size(); ++k) {
    const Index top = root(static_cast<Index>(k));
    part_of_[k] = top == static_cast<Index>(k) ? count++ : part_of_[at(top)];
  }
  first_block_.assign(at(count) + 1, 0);
  for (const Index part : part_of_) ++first_block_[at(part) + 1];
  for (Index p = 0; p < count; ++p) first_block_[at(p) + 1] += first_block_[at(p)];
  blocks_.resize(up_.size());
  std::vector<Index> next = first_block_;
  for (std::size_t k = 0; k < up_.size(); ++k)
    blocks_[at(next[at(part_of_[k])]++)] = static_cast<Index>(k);
  coordinates_.clear();
  first_coordinate_.assign(1, 0);
  for (Index p = 0; p < count; ++p) {
    Index place = 0;
    for (const Index block : blocks(p)) {
      for (Index i = 0; i < size_[at(block)]; ++i) {
        place_[at(first_of_[at(block)] + i)] = place++;
        coordinates_.push_back(first_of_[at(block)] + i);
      }
    }
    first_coordinate_.push_back(static_cast<Index>(coordinates_.size()));
  }
}

// A row without coordinates joins nothing, and is put to the first part.
void Parts::sort_rows(const unsigned char* takes_part) {
  first_row_.assign(at(count()) + 1, 0);
  for (std::size_t i = 0; i < before_.size(); ++i)
    if (takes_part[i]) ++first_row_[at(part_of_row(static_cast<Index>(i))) + 1];
  for (Index p = 0; p < count(); ++p) first_row_[at(p) + 1] += first_row_[at(p)];
  rows_.resize(at(first_row_.back()));
  std::vector<Index> next = first_row_;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (!takes_part[i]) continue;
    const std::size_t part = at(part_of_row(static_cast<Index>(i)));
    row_place_[i] = next[part] - first_row_[part];
    rows_[at(next[part]++)] = static_cast<Index>(i);
  }
}

bool Parts::split(const unsigned char* takes_part) {
  if (known_ && std::equal(before_.begin(), before_.end(), takes_part)) return false;
  std::copy_n(takes_part, before_.size(), before_.begin());
  known_ = true;
  join(takes_part);
  number_parts();
  sort_rows(takes_part);
  return true;
}

}  // namespace zwang::least
