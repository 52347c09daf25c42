// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words for methods of motion, for kernels of an instant and for methods between two ends; what of
// them is public stands in zwang/words.h.

#include <array>

#include "base/kinds.h"
#include "base/words/word.h"
#include "zwang/words.h"

namespace zwang::words {

/// What is known of a method of motion beside its word.
struct MethodFacts {
  motion::Stepper stepper = motion::Stepper::dopri853;
  std::string_view word;
  bool tangent = false;  // needs derivatives of the acceleration
  std::string_view reference;
};

const MethodFacts& facts(motion::Stepper stepper) noexcept;

/// "auto" has no value of the enumeration here.
inline constexpr int automatic = -1;
extern const std::array<Word, 11> method_list;
extern const std::array<Word, 3> ends_list;
extern const std::array<Word, 7> kernel_list;
inline constexpr Vocabulary<motion::Stepper> methods{method_list};
inline constexpr Vocabulary<extremal::Method> ends_methods{ends_list};
inline constexpr Vocabulary<Method> kernels{kernel_list};

bool has_fixed_step(std::string_view method) noexcept;

}  // namespace zwang::words
