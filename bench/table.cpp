// SPDX-License-Identifier: Apache-2.0
#include "table.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace bench {
namespace {

/// Three digits, as many after the point as that takes.
std::string three_digits(double x) {
  char text[32];
  const int decimals = x < 1 ? 3 : x < 10 ? 2 : x < 100 ? 1 : 0;
  std::snprintf(text, sizeof text, "%.*f", decimals, x);
  return text;
}

std::string label(Size size) {
  char text[48];
  std::snprintf(text, sizeof text, "(%zu,%zu)", size.n, size.m);
  return text;
}

/// Names in order of appearance over all sizes.
std::vector<std::string> names(const std::vector<Outcome>& outcomes) {
  std::vector<std::string> names;
  for (const Outcome& outcome : outcomes) {
    for (const Timing& t : outcome.timings) {
      if (std::find(names.begin(), names.end(), t.name) == names.end()) names.push_back(t.name);
    }
  }
  return names;
}

bool took_part(const Outcome& outcome, const std::string& name) {
  return std::any_of(outcome.timings.begin(), outcome.timings.end(),
                     [&](const Timing& t) { return t.name == name; });
}

/// A cell: a time, or the time over explicit's, "-" where it does not apply.
std::string cell(const Outcome& outcome, const std::string& name, bool ratio) {
  if (!took_part(outcome, name)) return "-";
  const Timing* timing = outcome.best(name);
  if (!timing) return "wrong";
  if (!ratio) return three_digits(timing->microseconds);
  const Timing* ours = outcome.best("explicit");
  return ours ? three_digits(timing->microseconds / ours->microseconds) : "-";
}

void print_table(const char* heading, const std::vector<Outcome>& outcomes, bool ratio) {
  std::printf("  %-26s", heading);
  for (const Outcome& o : outcomes) std::printf("%11s", label(o.size).c_str());
  std::printf("\n");
  for (const std::string& name : names(outcomes)) {
    std::printf("  %-26s", name.c_str());
    for (const Outcome& o : outcomes) std::printf("%11s", cell(o, name, ratio).c_str());
    std::printf("\n");
  }
  std::printf("\n");
}

void print_difference(const Timing& t, Size size) {
  if (t.right()) return;
  std::printf("  wrong answer, not timed: %s%s%s at %s rank %zu, relative difference %.1e\n",
              t.name.c_str(), t.form.empty() ? "" : ", ", t.form.c_str(), label(size).c_str(),
              size.r, t.difference);
}

}  // namespace

void print_outcomes(const char* title, const std::vector<Outcome>& outcomes) {
  if (outcomes.empty()) return;
  std::printf("%s\n\n", title);
  print_table("microseconds per call", outcomes, false);
  print_table("ratio to explicit", outcomes, true);
  bool wrong = false;
  for (const Outcome& outcome : outcomes) {
    for (const Timing& t : outcome.timings) {
      print_difference(t, outcome.size);
      wrong = wrong || !t.right();
    }
  }
  if (wrong) std::printf("\n");
}

void print_batches(const std::vector<BatchOutcome>& batches) {
  if (batches.empty()) return;
  std::printf("Batched, full rank\n\n  %-12s%10s%12s%16s%16s%10s\n", "size", "systems", "lone path",
              "ours, us each", "peer, us each", "ratio");
  for (const BatchOutcome& o : batches) {
    const bool both = o.ours.right() && o.peer.right();
    std::printf("  %-12s%10zu%12zu%16s%16s%10s\n", label(o.size).c_str(), o.count, o.lone,
                o.ours.right() ? three_digits(o.ours.microseconds).c_str() : "wrong",
                o.peer.right() ? three_digits(o.peer.microseconds).c_str() : "wrong",
                both ? three_digits(o.peer.microseconds / o.ours.microseconds).c_str() : "-");
    print_difference(o.ours, o.size);
    print_difference(o.peer, o.size);
  }
  std::printf("\n");
}

void print_verdicts(const std::vector<Verdict>& verdicts) {
  if (verdicts.empty()) return;
  std::printf("Targets\n\n  %-34s%-12s%6s%8s%10s  %-9s%s\n", "", "size", "rank", "asked",
              "measured", "", "peer");
  std::size_t met = 0;
  for (const Verdict& v : verdicts) {
    if (v.met()) ++met;
    std::printf("  %-34s%-12s%6zu%8.1f%10s  %-9s%s\n", v.target.c_str(), label(v.size).c_str(),
                v.size.r, v.asked, v.measured > 0 ? three_digits(v.measured).c_str() : "-",
                v.met() ? "met" : "NOT MET", v.peer.c_str());
  }
  std::printf("\n  %zu of %zu met\n", met, verdicts.size());
}

}  // namespace bench
