// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/verb.h"
#include "zwang/words.h"

namespace cli {

// The next line of a sentence that a family of methods shares: one line beside each of them.
static std::string take_line(std::string_view& sentence) {
  constexpr std::size_t width = 59;  // of a family's lines; others stand on one line, however long
  const std::size_t end = sentence.size() <= width ? sentence.size() : sentence.rfind(' ', width);
  std::string line(sentence.substr(0, end));
  sentence.remove_prefix(std::min(end + 1, sentence.size()));
  return line;
}

static void print_steppers() {
  const auto rows = zwang::method_words();
  fmt::print("Time integration: --method of run, or method in [simulate]\n\n");
  fmt::print("  {:<11}{:<7}{:<10}{}\n", "method", "order", "step", "use for");
  for (std::size_t i = 0; i < rows.size();) {
    const std::string_view shared = rows[i].sentence;
    std::size_t end = i + 1;
    while (end < rows.size() && rows[end].sentence == shared) ++end;
    std::string_view rest = shared;
    for (const bool family = end > i + 1; i < end; ++i) {
      const std::string_view step = rows[i].order.empty() ? ""
                                    : rows[i].fixed_step  ? "fixed"
                                                          : "adaptive";
      const std::string indent = rest.size() < shared.size() && !rest.empty() ? "  " : "";
      std::string line = indent + (family ? take_line(rest) : std::string(rest));
      fmt::print("  {:<11}{:<7}{:<10}{}\n", rows[i].word, rows[i].order, step, line);
    }
  }
}

static void print_kernels() {
  fmt::print(
      "\nOne instant: --kernel of run and instant, or kernel in [simulate]:\n"
      "minimise (x''-a)'M(x''-a) subject to A x'' = b\n\n");
  fmt::print("  {:<11}{:<15}{}\n", "kernel", "mass matrix", "what it does");
  for (const zwang::KernelWord& row : zwang::kernel_words())
    fmt::print("  {:<11}{:<15}{}\n", row.word, row.mass, row.sentence);
  fmt::print("\nAll of them give the same answer where they apply.\n");
}

static int print_methods() {
  print_steppers();
  print_kernels();
  return 0;
}

const Verb methods{"methods", "list the methods and what they are for",
                   [](CLI::App&) -> Action { return print_methods; }};

}  // namespace cli
