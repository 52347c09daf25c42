// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a formula asks for numbers of a whole run: max(f), first(touch). Inside them formulas are of the
// motion; outside they are of numbers.

#include <string>
#include <vector>

#include "base/words/reductions.h"

namespace zwang::compile {

struct ReductionCall {
  words::Reduce kind = words::Reduce::end;
  std::size_t begin = 0, end = 0;  // of the call in the text
  std::size_t argument = 0;        // where its argument begins
  std::string text;                // of the argument
};

/// In their order. max(a, b) is none: it has two arguments.
std::vector<ReductionCall> reduction_calls(const std::string& formula);

}  // namespace zwang::compile
