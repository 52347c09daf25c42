// SPDX-License-Identifier: Apache-2.0
#include "accuracy/words.h"

#include <charconv>
#include <cmath>

#include "diagnosis/words.h"

namespace zwang::error_words {

namespace {

using diagnosis::short_number;

// Two digits.
std::string about(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 2).ptr;
  return std::string(text, end);
}

std::string of_second(const RunError& error) {
  return error.step > 0 ? "with step " + about(error.step)
                        : "at tolerance " + about(error.tolerance);
}

std::string event_words(const PairedEvents& pairs) {
  return "'" + pairs.name + "' (" + pairs.what + ")";
}

}  // namespace

std::string not_whole() { return "Not estimated: the run did not reach its end."; }

std::string other_ending(const RunError& error, const Summary& other) {
  if (other.ending == Ending::interrupted)
    return "Unknown: the second run, which estimates it, was interrupted.";
  return "Unknown: the second run, " + of_second(error) +
         ", ended at t = " + short_number(other.end.t) + " with the result '" +
         std::string(name(other.ending)) + "'.";
}

std::string parted(const PairedEvents& pairs) {
  return "Error unknown after t = " + short_number(*pairs.unpaired) +
         ": the two solutions take different events, first " + event_words(pairs) +
         ", and part from there on.";
}

std::string lost(const RunError& error) {
  std::string text = "No digits left after t = " + short_number(*error.unknown_after) +
                     ": there a second run " + of_second(error) +
                     " no longer agrees with this one.";
  if (error.growth > 0) {
    const std::string tenfold = about(std::log(10.0) / error.growth);
    text += " Errors grew about tenfold every " + tenfold + " of time";
    text += error.step > 0 ? "." : ": each digit of the tolerance buys about as much.";
  } else {
    text += error.step > 0 ? " Try a smaller step." : " Try a smaller tolerance.";
  }
  return text;
}

std::string known(const RunError& error, bool is_finer) {
  return "From a second run " + of_second(error) +
         (is_finer ? "." : ", looser than this one's, which is near the limit of rounding.");
}

std::string harmless(const PairedEvents& pairs) {
  return " From t = " + short_number(*pairs.unpaired) +
         " on the two runs take different events, first " + event_words(pairs) +
         ", but stay together.";
}

}  // namespace zwang::error_words
