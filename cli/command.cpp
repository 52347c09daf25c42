// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <fmt/format.h>

namespace cli {

namespace {

// What follows the model's name and its parameters.
std::string options_of(const RunWish& wish) {
  std::string command;
  const auto add = [&](const char* option, const auto& value) {
    if (value) command += fmt::format(" {} {}", option, quoted(fmt::format("{}", *value)));
  };
  add("--sample", wish.sample);
  add("--method", wish.options.method);
  add("--kernel", wish.options.kernel);
  add("--tolerance", wish.options.tolerance);
  add("--step", wish.options.step);
  add("--duration", wish.options.duration);
  add("--samples", wish.options.samples);
  add("--all", wish.extremal.all);
  if (!wish.options.error) command += " --no-error";
  if (wish.extremal.cross_check) command += " --cross-check";
  if (!wish.only.empty()) command += " --only " + wish.only;
  if (!wish.options.sensitivity.empty()) {
    command +=
        " --sensitivity " + quoted(fmt::format("{}", fmt::join(wish.options.sensitivity, ",")));
  }
  return command;
}

std::string beginning(const RunWish& wish) {
  std::string command = "zwang run " + quoted(wish.model);
  for (const std::string& set : wish.set) command += " --set " + quoted(set);
  return command;
}

}  // namespace

std::string quoted(const std::string& word) {
  const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string command_of(const RunWish& wish) { return beginning(wish) + options_of(wish); }

std::string resuming(const RunWish& wish) {
  const std::string out = wish.out == "." ? "" : " --out " + quoted(wish.out);
  const std::string report = wish.report ? "" : " --no-report";
  return beginning(wish) + out + options_of(wish) + report + " --resume";
}

}  // namespace cli
