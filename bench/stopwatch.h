// SPDX-License-Identifier: Apache-2.0
#pragma once
// CPU time of this thread, so that a busy machine does not count.

#include <time.h>

namespace bench {

/// Microseconds of CPU time that this thread has used.
inline double thread_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

}  // namespace bench
