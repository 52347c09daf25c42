// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everybody in the race of bodies is a program of its own: one peer's libraries clash with
// another's, and each wants its own compiler flags. They are called with
//   accelerations SYSTEM TURNS      and print for each form a line
//     NAME moving|still MICROSECONDS COUNT numbers…
//   motion FORM TOLERANCE           and print
//     SECONDS STEPS COUNT numbers…
// NAME without blanks; MICROSECONDS per system. The numbers are the accelerations at all states, or
// the hinges' angles and rates of the four-bar at output_count times in 10 s.

#include <algorithm>
#include <string>
#include <vector>

#include "body_state.h"
#include "stopwatch.h"

namespace bench {

struct BodyAnswer {
  std::string form;
  Motion motion = Motion::moving;
  double microseconds = 0;
  std::vector<double> accelerations;
};

struct BodyMotion {
  double seconds = 0;
  long steps = 0;
  std::vector<double> states;  // angles, rates; angles, rates; …
};

inline constexpr double body_motion_duration = 10;  // s
inline constexpr int body_motion_samples = 20;

struct BodyPeer {
  std::vector<BodyAnswer> (*accelerations)(const BodySystem& system, int turns);
  BodyMotion (*motion)(const std::string& form, double tolerance);  // or null
};

int run_body_child(const BodyPeer& peer, int count, char** words);

/// The least of `turns` turns of at least a millisecond, per call; call(k) solves state k of
/// `states`.
template <class Call>
double least_microseconds(int turns, std::size_t states, Call&& call) {
  const auto walk = [&](long times) {
    const double start = thread_microseconds();
    for (long i = 0; i < times; ++i)
      for (std::size_t k = 0; k < states; ++k) call(k);
    return thread_microseconds() - start;
  };
  long times = 1;
  while (walk(times) < 1000) times *= 2;
  double least = walk(times);
  for (int turn = 1; turn < turns; ++turn) least = std::min(least, walk(times));
  return least / static_cast<double>(times) / static_cast<double>(states);
}

}  // namespace bench
