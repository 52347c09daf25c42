// SPDX-License-Identifier: Apache-2.0
#pragma once
// The words by which model files and options choose a method, each with what it is good for.

#include <span>
#include <string_view>

#include "zwang/instant.h"

namespace zwang {

/// A method of motion: `method` of [simulate] and of RunOptions.
struct MethodWord {
  std::string_view word;
  std::string_view order;     // "8", "1-5"; of "auto": nothing
  bool fixed_step = false;    // all steps have one length, which must be given
  std::string_view sentence;  // when to choose it; methods of one family share theirs
};
std::span<const MethodWord> method_words() noexcept;  // "auto" first

/// A way to solve one instant: `kernel` of [simulate] and of RunOptions.
struct KernelWord {
  Method method = Method::automatic;
  std::string_view word;
  std::string_view mass;  // which mass matrices it takes
  std::string_view sentence;
};
std::span<const KernelWord> kernel_words() noexcept;  // in the order of Method

/// A method between two ends: `method` of [extremal] and of ExtremalOptions.
struct EndsWord {
  std::string_view word, sentence;
};
std::span<const EndsWord> ends_words() noexcept;  // "auto" first

}  // namespace zwang
