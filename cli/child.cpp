// SPDX-License-Identifier: Apache-2.0
#include "cli/child.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace cli {

std::optional<int> run_in_child(const std::function<int()>& action) {
  std::fflush(nullptr);  // or the child would print it again
  const pid_t child = ::fork();
  if (child < 0) return action();
  if (child == 0) {
    const rlimit none{0, 0}, minute{60, 60};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_CPU, &minute);  // damage can also make a circle of what is followed
    const int status = action();
    std::fflush(nullptr);
    ::_exit(status);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  if (!WIFEXITED(status)) return std::nullopt;
  return WEXITSTATUS(status);
}

}  // namespace cli
