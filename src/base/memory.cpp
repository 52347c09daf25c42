// SPDX-License-Identifier: Apache-2.0
// Read from the files in which Linux tells it; where there are none, nothing is known.

#include "base/memory.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>

namespace zwang {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

// The number behind a word of a file; a word that stands there instead ("unlimited", "max") is no limit.
double number_behind(const char* path, const std::string& beginning, double otherwise) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(beginning)) continue;
    double number = 0;
    return std::sscanf(line.c_str() + beginning.size(), "%lf", &number) == 1 ? number : otherwise;
  }
  return otherwise;
}

}  // namespace

double free_memory() {
  constexpr double kilobyte = 1024;
  const auto own = [](const char* what) {
    return kilobyte * number_behind("/proc/self/status", what, 0);
  };
  double free = kilobyte * number_behind("/proc/meminfo", "MemAvailable:", unlimited);
  const char* const limits = "/proc/self/limits";
  free = std::min(free, number_behind(limits, "Max data size", unlimited) - own("VmData:"));
  free = std::min(free, number_behind(limits, "Max address space", unlimited) - own("VmSize:"));
  free =
      std::min(free, number_behind("/sys/fs/cgroup/memory.max", "", unlimited) - own("RssAnon:"));
  return std::max(free, 0.0);
}

std::string memory_text(double bytes) {
  const char* const units[] = {"kB", "MB", "GB", "TB"};
  int unit = 0;
  double size = bytes / 1e3;
  for (; size >= 1e3 && unit < 3; size /= 1e3) ++unit;
  char text[40];
  std::snprintf(text, sizeof text, size < 10 ? "%.1f %s" : "%.0f %s", size, units[unit]);
  return text;
}

}  // namespace zwang
