// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.h"
#include "tape/functions.h"

namespace zwang::tape {

/// What native code is emitted for.
struct NativeOptions {
  int width = 1;            // lanes per register: 1, 4 or 8
  Index stride = 1;         // lanes per value in the arrays of inputs and outputs, at least width
  Index output_stride = 0;  // of the outputs, if it is another; 0: the same
  Accuracy accuracy = Accuracy::fast;
  bool avx512 = true;  // use it where the machine has it
  int registers = 32;  // at most so many (a test forces spills with few); at least 4
};

}  // namespace zwang::tape
