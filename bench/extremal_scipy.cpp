// SPDX-License-Identifier: Apache-2.0
#include "extremal_scipy.h"

#include <cstdio>
#include <cstdlib>

#include "motion_child.h"
#include "motion_scipy.h"

namespace bench {

ExtremalRun scipy_extremal(const ExtremalTask& task, double tolerance, int rounds) {
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, " %.17g %d", tolerance, rounds);
  const std::string json =
      output_of("OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 timeout 20 " + scipy_interpreter() +
                " '" ZWANG_EXTREMAL_SCIPY "' " + task.name + numbers + " 2>/dev/null");
  const char* seconds = after(json, "seconds");
  const char* intervals = after(json, "intervals");
  const char* at = after(json, "values");
  if (!seconds || !intervals || !at) return unsolved();
  std::vector<double> values;
  for (char* end = nullptr; *at == '[' || *at == ','; at = end) {  // a number behind each
    values.push_back(std::strtod(at + 1, &end));
    if (end == at + 1) return unsolved();
  }
  return assess(task, values, std::strtod(seconds, nullptr), std::strtol(intervals, nullptr, 10));
}

}  // namespace bench
