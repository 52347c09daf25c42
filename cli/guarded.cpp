// SPDX-License-Identifier: Apache-2.0
#include "cli/guarded.h"

#include <semaphore.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>

#include <fmt/format.h>

#include "cli/shown.h"
#include "zwang/model.h"

namespace cli {

int guarded(std::string_view verb, const std::function<int()>& action) {
  try {
    return action();
  } catch (const zwang::ModelError& error) {
    const std::size_t count = error.complaints().size();
    fmt::print(stderr, "{}", error.what());
    if (count > 1) fmt::print(stderr, "zwang {}: {} errors in the model\n", verb, count);
  } catch (const zwang::WriteTrouble& error) {
    fmt::print(stderr, "zwang {}: {}\n", verb, shown_lines(error.what()));
    return 3;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "zwang {}: out of memory; what was written so far is kept\n", verb);
    return 3;
  } catch (const std::system_error& error) {  // of printing
    fmt::print(stderr, "zwang {}: {}\n", verb, shown_lines(error.what()));
    return 3;
  } catch (const std::exception& error) {
    fmt::print(stderr, "zwang {}: {}\n", verb, shown_lines(error.what()));
  }
  return 2;
}

int after_output(int status) {
  errno = 0;
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
  std::fprintf(stderr, "zwang: standard output cannot be written%s%s\n", errno ? ": " : "",
               errno ? std::strerror(errno) : "");
  return 3;
}

namespace {

volatile std::sig_atomic_t asked = 0;
std::atomic<bool> heard{false};

// The one thing of POSIX that a handler may do to wake a thread.
struct Semaphore {
  Semaphore() noexcept { ::sem_init(&inner, 0, 0); }
  sem_t inner;
} woken;

extern "C" void note_signal(int number) {
  asked = 1;
  ::sem_post(&woken.inner);
  std::signal(number, SIG_DFL);
}

}  // namespace

void listen_to_signals() {
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}

void listen_no_more() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool asked_to_stop() noexcept { return asked != 0; }

void say_heard() noexcept { heard = true; }

bool is_heard() noexcept { return heard; }

void wait_for_signal() noexcept {
  while (::sem_wait(&woken.inner) != 0 && errno == EINTR) {
  }
}

void wake_waiting() noexcept { ::sem_post(&woken.inner); }

}  // namespace cli
