// SPDX-License-Identifier: Apache-2.0
#include "motion_child.h"

#include <cstdio>
#include <cstdlib>

namespace bench {

const char* after(const std::string& json, const std::string& key) {
  const std::size_t at = json.find('"' + key + "\": ");
  return at == std::string::npos ? nullptr : json.c_str() + at + key.size() + 4;
}

std::string output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return {};
  std::string text;
  char part[4096];
  while (const std::size_t count = std::fread(part, 1, sizeof part, pipe)) text.append(part, count);
  return pclose(pipe) == 0 ? text : std::string();
}

MotionResult run_child(const std::string& command, const char* form, const MotionTask& task,
                       double tolerance) {
  char numbers[100];
  std::snprintf(numbers, sizeof numbers, " %s %.17g %d %.17g", form, task.duration, output_count,
                tolerance);
  const std::string system = task.four_bar ? "four-bar" : std::to_string(task.links);
  const std::string json = output_of("OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 timeout 20 " +
                                     command + " " + system + numbers + " 2>/dev/null");
  const char* seconds = after(json, "seconds");
  const char* steps = after(json, "steps");
  const char* states = after(json, "states");
  if (!seconds || !steps || !states) return failed_run();
  MotionSamples samples(point_system(task));
  for (double& x : samples.states) {
    char* end = nullptr;
    x = std::strtod(states + 1, &end);  // behind '[' or ','
    if (end == states + 1) return failed_run();
    states = end;
  }
  return assess(task, samples, std::strtod(seconds, nullptr), std::strtol(steps, nullptr, 10));
}

}  // namespace bench
