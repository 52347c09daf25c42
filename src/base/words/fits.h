// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words for fits: what residuals count.

#include "base/words/word.h"

namespace zwang::words {

/// The numbers are those of estimate::Loss.
inline constexpr Word loss_words[] = {
    {0, "squares", "the sum of squares"},
    {1, "huber",
     "squares as far as 1.345 deviations, in proportion beyond: outliers have a smaller weight"},
    {2, "cauchy", "a logarithm: far outliers hardly count"},
};

}  // namespace zwang::words
