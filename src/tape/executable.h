// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages with machine code: written while they cannot run, then run while they cannot be written.

#include <span>

#include "base/index.h"

namespace zwang::tape {

class Executable {
 public:
  Executable() = default;
  Executable(Executable&& other) noexcept;
  Executable& operator=(Executable&& other) noexcept;
  ~Executable();

  /// Copies `code` into fresh pages and makes them executable; false if the system refuses.
  bool take(std::span<const unsigned char> code) noexcept;

  const void* begin() const { return pages_; }

 private:
  void* pages_ = nullptr;
  std::size_t mapped_ = 0;
};

}  // namespace zwang::tape
