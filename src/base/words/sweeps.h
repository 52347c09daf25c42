// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words for sweeps: how the values of many runs are chosen, and what is kept of each.

#include "base/words/word.h"

namespace zwang::words {

/// The numbers are those of ensemble::Scheme.
inline constexpr Word scheme_words[] = {
    {0, "grid", "every combination of the values"},
    {1, "corners", "every combination of the ends"},
    {2, "latin", "a Latin hypercube: of `runs` equal intervals, each number falls into each once"},
    {3, "sobol", "points of Sobol', which fill the space evenly"},
    {4, "random", "independent random numbers"},
    {5, "list", "the lines of a CSV file"},
    {6, "saltelli",
     "in groups that tell how much of each result's variance is due to which number"},
    {7, "tolerances",
     "the middle, each end alone, all corners, and points of Sobol' between: what `plus_minus` "
     "does"},
};

inline constexpr Word keep_words[] = {
    {0, "numbers", "what is watched"},
};

}  // namespace zwang::words
