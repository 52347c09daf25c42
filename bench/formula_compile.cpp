// SPDX-License-Identifier: Apache-2.0
#include "formula_compile.h"

#include <algorithm>
#include <cstdio>

#include "formula/lower.h"
#include "stopwatch.h"
#include "support/mechanisms.h"
#include "tape/program.h"

namespace bench {
namespace {

using zwang::test::Mechanism;

struct Subject {
  std::string name;
  Mechanism (*make)(int size, zwang::test::Parameters parameters);
  int size;
};

std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const int links : {10, 37, 117, 370})
    all.push_back({"chain " + std::to_string(links), zwang::test::planar_chain, links});
  for (const int count : {3, 30, 300, 3000, 30000})
    all.push_back({"particles " + std::to_string(count), zwang::test::particle_chain, count});
  return all;
}

void keep_least(double& least, double time) { least = least == 0 ? time : std::min(least, time); }

Mechanism build(const Subject& subject, CompileOutcome& outcome) {
  const double start = thread_microseconds();
  Mechanism mechanism = subject.make(subject.size, zwang::test::Parameters::folded);
  keep_least(outcome.build, thread_microseconds() - start);
  return mechanism;
}

void compile(const Mechanism& mechanism, CompileOutcome& outcome) {
  const std::vector<zwang::formula::Node> outputs = mechanism.outputs();
  const double start = thread_microseconds();
  const zwang::formula::Lowered lowered = zwang::formula::lower(
      mechanism.graph, outputs, {.inputs = mechanism.graph.slots(), .settled = {}});
  const double lowered_at = thread_microseconds();
  const zwang::tape::Program program(lowered.body, {});
  const double end = thread_microseconds();
  keep_least(outcome.lower, lowered_at - start);
  keep_least(outcome.emit, end - lowered_at);
  outcome.nodes = mechanism.graph.reachable(outputs).size();
  outcome.instructions = lowered.body.code.size();
}

CompileOutcome race_subject(const Subject& subject, const Pace& pace) {
  CompileOutcome outcome{.model = subject.name};
  const Mechanism mechanism = build(subject, outcome);
  compile(mechanism, outcome);
  for (std::size_t k = rounds_within(pace, outcome.lower + outcome.emit); k-- > 1;)
    compile(mechanism, outcome);
  const double rounds =
      std::min(pace.budget / outcome.build, static_cast<double>(pace.most_rounds));
  for (double k = 1; k < rounds; ++k) build(subject, outcome);
  return outcome;
}

}  // namespace

std::vector<CompileOutcome> race_compilation(const Pace& pace) {
  std::vector<CompileOutcome> outcomes;
  for (const Subject& subject : subjects()) {
    std::fprintf(stderr, "compiling %s ...\n", subject.name.c_str());
    outcomes.push_back(race_subject(subject, pace));
  }
  return outcomes;
}

}  // namespace bench
