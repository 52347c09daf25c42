// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers that are written before they are read: room for them, which grows and is not cleared. What
// is never written then costs nothing, which memory of a vector does, page after page.

#include <algorithm>
#include <memory>

#include "base/index.h"

namespace zwang {

template <class Number>
class Room {
 public:
  /// For at least so many, and not less than twice as many as before; what was there is lost where
  /// there was less room.
  void reserve(Index count) {
    if (count <= size_) return;
    size_ = std::max(count, 2 * size_);
    numbers_.reset();
    numbers_ = std::make_unique_for_overwrite<Number[]>(static_cast<std::size_t>(size_));
  }
  void release() noexcept {
    numbers_.reset();
    size_ = 0;
  }
  Number* data() noexcept { return numbers_.get(); }
  const Number* data() const noexcept { return numbers_.get(); }
  Number& operator[](Index i) noexcept { return numbers_[static_cast<std::size_t>(i)]; }
  const Number& operator[](Index i) const noexcept { return numbers_[static_cast<std::size_t>(i)]; }

 private:
  std::unique_ptr<Number[]> numbers_;
  Index size_ = 0;
};

}  // namespace zwang
