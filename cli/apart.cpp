// SPDX-License-Identifier: Apache-2.0
#include "cli/apart.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "cli/guarded.h"
#include "zwang/model.h"

namespace cli {

int run_apart(unsigned seconds, const std::string& damaged, const std::function<int()>& action) {
  std::fflush(nullptr);  // or the child would print it again
  const pid_t child = ::fork();
  if (child < 0) return action();
  if (child == 0) {
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever kills us ends it as well
#endif
    const rlimit none{0, 0}, time{seconds, seconds};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_CPU, &time);
    ::_exit(after_output(action()));
  }
  int status = 0;
  pid_t gone = 0;
  do {
    gone = ::waitpid(child, &status, 0);
  } while (gone < 0 && errno == EINTR);
  if (gone < 0 || !WIFEXITED(status)) throw zwang::FileTrouble(damaged);
  return WEXITSTATUS(status);
}

}  // namespace cli
