// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers that are written before they are read: room for them, which grows and is not cleared. What
// is never written then costs nothing, which memory of a vector does, page after page.

#include <algorithm>
#include <memory>
#include <type_traits>

#include "base/index.h"
#include "base/spare.h"

namespace zwang {

template <class Number>
class Room {
  static_assert(std::is_trivially_default_constructible_v<Number> &&
                std::is_trivially_destructible_v<Number>);

 public:
  /// For at least so many, and not less than twice as many as before; what was there is lost where
  /// there was less room.
  void reserve(Index count) {
    const auto size = static_cast<Index>(numbers_.get_deleter().bytes / sizeof(Number));
    if (count <= size) return;
    std::size_t bytes = static_cast<std::size_t>(std::max(count, 2 * size)) * sizeof(Number);
    release();
    Number* const memory = static_cast<Number*>(Spare::of_thread().take(bytes));
    numbers_ = Numbers(memory, GiveUp{bytes});
  }
  void release() noexcept { numbers_ = Numbers(); }
  Number* data() noexcept { return numbers_.get(); }
  const Number* data() const noexcept { return numbers_.get(); }
  Number& operator[](Index i) noexcept { return numbers_[static_cast<std::size_t>(i)]; }
  const Number& operator[](Index i) const noexcept { return numbers_[static_cast<std::size_t>(i)]; }

 private:
  struct GiveUp {
    std::size_t bytes = 0;
    void operator()(Number* memory) const noexcept { Spare::of_thread().give(memory, bytes); }
  };

  using Numbers = std::unique_ptr<Number[], GiveUp>;

  Numbers numbers_;
};

}  // namespace zwang
