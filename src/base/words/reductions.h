// SPDX-License-Identifier: Apache-2.0
#pragma once
// Words for what makes one number of a whole run: max(f), mean(f), first(touch).

#include <cstdint>

#include "base/words/word.h"

namespace zwang::words {

enum class Reduce : std::uint8_t {
  end,
  start,
  max,
  min,
  mean,
  rms,
  range,
  integral,
  when_max,
  when_min,
  first,  // of events, as the two below
  last,
  count
};

constexpr bool is_of_event(Reduce kind) { return kind >= Reduce::first; }

/// The numbers are those of Reduce.
inline constexpr Word reduction_words[] = {
    {0, "end", "at the end"},
    {1, "start", "at the start"},
    {2, "max", "the largest value"},
    {3, "min", "the least value"},
    {4, "mean", "the mean over time"},
    {5, "rms", "the root of the mean square over time"},
    {6, "range", "the largest value minus the least"},
    {7, "integral", "the integral over time"},
    {8, "when_max", "when the value is largest"},
    {9, "when_min", "when the value is least"},
    {10, "first", "when the event happens first"},
    {11, "last", "when the event happens last"},
    {12, "count", "how often the event happens"},
};

}  // namespace zwang::words
