// SPDX-License-Identifier: Apache-2.0
#include "formula_start.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <string>

#include "formula_hand.h"
#include "formula_race.h"

extern char** environ;

namespace bench {
namespace {

constexpr int starts = 20;

struct Run {
  bool good = false;
  double milliseconds = 0;
  double printed = std::numeric_limits<double>::quiet_NaN();
};

double milliseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
}

/// Starts the program with its output in `pipe`; its number, or -1.
pid_t spawn(const int (&pipe)[2]) {
  std::string path = ZWANG_FIRST_EVALUATION;
  char* words[] = {path.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, pipe[0]);
  pid_t child = -1;
  if (posix_spawn(&child, path.c_str(), &actions, nullptr, words, environ) != 0) child = -1;
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

Run run_once() {
  int pipe[2];
  if (::pipe(pipe) != 0) return {};
  const pid_t child = spawn(pipe);
  close(pipe[1]);
  std::string text(64, '\0');  // one number
  const ssize_t count = child < 0 ? 0 : read(pipe[0], text.data(), text.size() - 1);
  close(pipe[0]);
  rusage used{};
  int status = 1;
  if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0 || count <= 0) return {};
  return {true, milliseconds(used.ru_utime) + milliseconds(used.ru_stime),
          std::strtod(text.c_str(), nullptr)};
}

/// The sum of [M, Q, A, b] at the state of first_evaluation.cpp.
double expected() {
  constexpr int n = 10;
  double x[2 * n], out[n * (n + 1) / 2 + 3 * n + 2];
  for (int i = 0; i < n; ++i) {
    x[i] = 0.3 + 0.1 * i;
    x[n + i] = 0.5 - 0.1 * i;
  }
  hand_contracted.chain_10(x, out);
  return std::accumulate(std::begin(out), std::end(out), 0.0);
}

}  // namespace

StartOutcome race_start() {
  std::fprintf(stderr, "starting %d times ...\n", starts);
  StartOutcome outcome;
  const double sum = expected();
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < starts; ++k) {
    const Run run = run_once();
    if (!run.good) return {0, std::numeric_limits<double>::infinity()};
    least = std::min(least, run.milliseconds);
    outcome.difference = std::max(outcome.difference, std::abs(run.printed - sum) / std::abs(sum));
  }
  if (outcome.difference <= formula_difference_limit) outcome.milliseconds = least;
  return outcome;
}

}  // namespace bench
