// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory that was given up, kept for whoever wants as much again in the same thread. Given back to the
// system and taken anew it would cost a fault for every page, a tenth of the time of a small question.

#include <cstddef>
#include <new>

namespace zwang {

class Spare {
 public:
  static Spare& of_thread() noexcept {
    thread_local Spare spare;
    thread_local Keeper keeper{spare};
    return spare;
  }

  /// At least so many bytes; how many there are is told.
  void* take(std::size_t& bytes) {
    int best = -1;
    for (int k = 0; k < count_; ++k) {
      const std::size_t size = blocks_[k].bytes;
      const bool fits = size >= bytes && size / most_too_large <= bytes;
      if (fits && (best < 0 || size < blocks_[best].bytes)) best = k;
    }
    if (best < 0) return ::operator new(bytes);
    void* const memory = blocks_[best].memory;
    bytes = blocks_[best].bytes;
    kept_ -= bytes;
    blocks_[best] = blocks_[--count_];
    return memory;
  }

  void give(void* memory, std::size_t bytes) noexcept {
    if (closed_ || count_ == most_blocks || bytes > most_bytes - kept_) {
      ::operator delete(memory);
      return;
    }
    blocks_[count_++] = {memory, bytes};
    kept_ += bytes;
  }

 private:
  static constexpr int most_blocks = 32;
  static constexpr std::size_t most_bytes = std::size_t{1} << 20, most_too_large = 4;  // times

  struct Block {
    void* memory;
    std::size_t bytes;
  };
  /// Frees what is left when its thread ends. The spare has no destructor itself: what is given up still
  /// later finds it closed.
  struct Keeper {
    Spare& spare;
    ~Keeper() {
      spare.closed_ = true;
      while (spare.count_ > 0) ::operator delete(spare.blocks_[--spare.count_].memory);
    }
  };

  Block blocks_[most_blocks] = {};
  int count_ = 0;
  std::size_t kept_ = 0;
  bool closed_ = false;
};

}  // namespace zwang
