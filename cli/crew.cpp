// SPDX-License-Identifier: Apache-2.0
#include "cli/crew.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "cli/guarded.h"

namespace cli {

namespace {

using Clock = std::chrono::steady_clock;

long long milliseconds() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch())
      .count();
}

/// Which runs each thread of the child is at, side by side, and since when: memory that both processes see, and that
/// outlives the child.
class Going {
 public:
  static constexpr unsigned most = 1024;
  static constexpr long together = 64;  // more than go side by side
  struct Place {
    std::atomic<long> count;
    std::atomic<long> runs[together];
    std::atomic<long long> since;
  };

  Going() {
    void* const memory = ::mmap(nullptr, most * sizeof(Place), PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) places_ = static_cast<Place*>(memory);
  }
  ~Going() {
    if (places_) ::munmap(places_, most * sizeof(Place));
  }
  Going(const Going&) = delete;
  Going& operator=(const Going&) = delete;

  bool works() const { return places_ != nullptr; }
  /// One more; 0: none any longer.
  void begin(unsigned thread, long run) {
    if (thread >= most) return;
    Place& place = places_[thread];
    const long count = place.count;
    if (run == 0) {
      place.count = 0;
    } else if (count < together) {
      place.runs[count] = run;
      place.since = milliseconds();
      place.count = count + 1;
    }
  }
  void clear() {
    for (unsigned k = 0; k < most; ++k) places_[k].count = 0;
  }
  /// Those that have gone on for longer than so many seconds.
  std::vector<long> longer_than(double seconds) const {
    std::vector<long> runs;
    const long long now = milliseconds();
    for (unsigned k = 0; k < most; ++k) {
      const Place& place = places_[k];
      if (static_cast<double>(now - place.since) <= 1000 * seconds) continue;
      for (long i = 0; i < place.count; ++i) runs.push_back(place.runs[i]);
    }
    return runs;
  }
  std::vector<long> all() const { return longer_than(-1); }

 private:
  Place* places_ = nullptr;
};

/// How a child ended.
struct Fate {
  int status = 0;          // as the system tells it
  std::vector<long> hung;  // runs for which it was killed
};

bool crashed(int status) {
  if (!WIFSIGNALED(status)) return false;
  const int signal = WTERMSIG(status);
  return signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE ||
         signal == SIGILL || signal == SIGSYS;
}

class Crew {
 public:
  Crew(const zwang::Model& model, const zwang::Sweep& asked, zwang::SweepOptions options,
       const std::function<void()>& in_child)
      : model_(model), asked_(asked), options_(std::move(options)), in_child_(in_child) {
    options_.begins = [this](unsigned thread, long run) { going_.begin(thread, run); };
  }

  Swept work() {
    if (!going_.works()) return here();
    for (;;) {
      const std::optional<Fate> fate = child(options_);
      if (!fate) {  // no process to be had
        return here();
      }
      options_.resume = true;
      options_.known.clear();
      if (WIFEXITED(fate->status) && WEXITSTATUS(fate->status) == 0) break;
      if (asked_to_stop()) return {std::nullopt, 3};
      if (!fate->hung.empty()) {
        note_hung(fate->hung);
      } else if (crashed(fate->status)) {
        if (!find_culprits(WTERMSIG(fate->status))) return {std::nullopt, 3};
      } else {
        const bool said = WIFEXITED(fate->status) && WEXITSTATUS(fate->status) != interrupted;
        return {std::nullopt, said ? 2 : 3};
      }
    }
    options_.claim = [] { return std::pair(1L, 0L); };  // all have their end: nothing is left to do
    return here();
  }

 private:
  static constexpr int interrupted = 64;

  Swept here() {
    options_.begins = nullptr;
    zwang::SweepResult result = zwang::sweep(model_, asked_, options_);
    return {std::move(result), 0};
  }

  // What the child does, and never returns.
  [[noreturn]] void be_child(const zwang::SweepOptions& options) {
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever kills us ends it as well
#endif
    in_child_();
    const int status = guarded("sweep", [&] {
      zwang::sweep(model_, asked_, options);
      return asked_to_stop() ? interrupted : 0;
    });
    std::fflush(nullptr);
    ::_exit(status);
  }

  std::optional<Fate> child(const zwang::SweepOptions& options) {
    going_.clear();
    std::fflush(nullptr);
    const pid_t pid = ::fork();
    if (pid < 0) return std::nullopt;
    if (pid == 0) be_child(options);
    return watch(pid);
  }

  // A run beyond its time is asked to stop between its steps. One that does not within as long again, and at least
  // two seconds, hangs, and only the end of its process ends it.
  Fate watch(pid_t pid) {
    Fate fate;
    const double patience = asked_.time_limit + std::max(2.0, asked_.time_limit);
    bool told = false;
    for (auto pause = std::chrono::milliseconds(1);;) {
      const pid_t gone = ::waitpid(pid, &fate.status, WNOHANG);
      if (gone == pid || (gone < 0 && errno != EINTR)) return fate;
      if (asked_to_stop() && !told) {
        ::kill(pid, SIGTERM);
        told = true;
      }
      if (asked_.time_limit > 0 && fate.hung.empty()) {
        fate.hung = going_.longer_than(patience);
        if (!fate.hung.empty()) ::kill(pid, SIGKILL);
      }
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, std::chrono::milliseconds(20));
    }
  }

  void note_hung(const std::vector<long>& runs) {
    for (const long run : runs) {
      options_.known.push_back(
          {run, "time_limit", fmt::format("the run took longer than {} s", asked_.time_limit)});
    }
  }

  // The child crashed: of the runs it was at, each is done again, alone. What crashes then is written down.
  bool find_culprits(int signal) {
    const std::vector<long> suspects = going_.all();
    if (suspects.empty()) {
      fmt::print(stderr, "zwang sweep: the program ended by itself ({}) between runs\n",
                 ::strsignal(signal));
      return false;
    }
    for (const long run : suspects) {
      zwang::SweepOptions alone = options_;
      alone.only = {run};
      alone.known.clear();
      alone.threads = 1;
      const std::optional<Fate> fate = child(alone);
      if (!fate || asked_to_stop()) return false;
      if (!fate->hung.empty())
        note_hung(fate->hung);
      else if (crashed(fate->status))
        note_crash(run, WTERMSIG(fate->status));
      else if (!WIFEXITED(fate->status) || WEXITSTATUS(fate->status) != 0)
        return false;
    }
    return true;
  }

  void note_crash(long run, int signal) {
    options_.known.push_back(
        {run, "crashed", fmt::format("the run ended its process ({})", ::strsignal(signal))});
  }

  const zwang::Model& model_;
  const zwang::Sweep& asked_;
  zwang::SweepOptions options_;
  const std::function<void()>& in_child_;
  Going going_;
};

}  // namespace

Swept sweep_apart(const zwang::Model& model, const zwang::Sweep& asked, zwang::SweepOptions options,
                  const std::function<void()>& in_child) {
  return Crew(model, asked, std::move(options), in_child).work();
}

}  // namespace cli
