// SPDX-License-Identifier: Apache-2.0
#include "cli/ranks.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "cli/guarded.h"
#include "zwang/model.h"

namespace cli {

/// A file that is open and, while it is, ours alone: other processes wait.
class Locked {
 public:
  Locked(const std::string& path, int flags) : descriptor_(::open(path.c_str(), flags, 0666)) {
    if (descriptor_ < 0) return;
    struct flock whole {};
    whole.l_type = F_WRLCK;
    while (::fcntl(descriptor_, F_SETLKW, &whole) != 0) {
      if (errno == EINTR) continue;
      throw zwang::FileTrouble(fmt::format(
          "'{}' cannot be locked ({}), so that ranks cannot divide the runs; choose a folder of "
          "another file system with --out",
          path, std::strerror(errno)));
    }
  }
  ~Locked() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  std::string text() const {
    char bytes[512];
    const ssize_t count = ::pread(descriptor_, bytes, sizeof bytes, 0);
    return count > 0 ? std::string(bytes, static_cast<std::size_t>(count)) : std::string();
  }
  bool write(const std::string& text) const {
    return ::pwrite(descriptor_, text.data(), text.size(), 0) ==
               static_cast<ssize_t>(text.size()) &&
           ::ftruncate(descriptor_, static_cast<off_t>(text.size())) == 0;
  }

 private:
  int descriptor_;
};

namespace {

namespace fs = std::filesystem;

// How long ranks wait for each other's first sign: mpirun starts them within seconds.
constexpr std::chrono::seconds patience{60};
constexpr std::chrono::milliseconds pause{20};
// After so long without a sign, others are taken for dead, and what they had is done by number 0.
constexpr std::chrono::seconds gone{5};

const char* first_of(std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    if (const char* const value = std::getenv(name)) return value;
  }
  return nullptr;
}

// Whether somebody holds its lock.
bool is_held(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY);
  if (descriptor < 0) return false;
  struct flock whole {};
  whole.l_type = F_WRLCK;
  const bool known = ::fcntl(descriptor, F_GETLK, &whole) == 0;
  ::close(descriptor);
  return known && whole.l_type != F_UNLCK;
}

template <class Done>
bool wait_until(const Done& done, bool forever = false) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!done()) {
    if (asked_to_stop() || (!forever && std::chrono::steady_clock::now() > until)) return false;
    std::this_thread::sleep_for(pause);
  }
  return true;
}

}  // namespace

Rank rank_of_environment() {
  Rank rank;
  const char* const number =
      first_of({"ZWANG_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"});
  const char* const count =
      first_of({"ZWANG_RANKS", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"});
  if (!number || !count) return rank;
  rank.number = std::strtol(number, nullptr, 10);
  rank.count = std::strtol(count, nullptr, 10);
  if (rank.count < 1 || rank.number < 0 || rank.number >= rank.count) return {};
  const char* const job = first_of({"ZWANG_JOB", "PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"});
  const char* const slurm = std::getenv("SLURM_JOB_ID");
  const char* const step = std::getenv("SLURM_STEP_ID");
  rank.job = job     ? job
             : slurm ? fmt::format("{}.{}", slurm, step ? step : "")
                     : fmt::format("parent {}", ::getppid());
  return rank;
}

Ranks::Ranks(Rank rank, std::string name) : rank_(std::move(rank)), name_(std::move(name)) {}

Ranks::~Ranks() {
  std::error_code error;
  if (!alone() && leads()) fs::remove(claims(), error);
}

std::string Ranks::journal() const {
  return leads() ? name_ + ".journal" : fmt::format("{}.journal.{}", name_, rank_.number);
}

std::vector<std::string> Ranks::others() const {
  std::vector<std::string> paths;
  const fs::path whole(name_ + ".journal");
  const fs::path folder = whole.parent_path().empty() ? "." : whole.parent_path();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with(whole.filename().string())) continue;
    const std::string path =
        whole.parent_path().empty() ? entry.path().filename().string() : entry.path().string();
    if (path != journal()) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::optional<Ranks::State> Ranks::state(const Locked& file) const {
  const std::string text = file.is_open() ? file.text() : std::string();
  const std::string job = rank_.job + "\n";
  if (!text.starts_with(job)) return std::nullopt;
  char* end = nullptr;
  State found;
  found.next = std::strtol(text.c_str() + job.size(), &end, 10);
  found.done = std::strtol(end, nullptr, 10);
  return found;
}

std::string Ranks::text(const State& state) const {
  return fmt::format("{}\n{} {}\n", rank_.job, state.next, state.done);
}

bool Ranks::begin(long runs, bool resume) {
  runs_ = runs;
  if (!leads()) return wait_until([&] { return state(Locked(claims(), O_RDWR)).has_value(); });
  // Who was killed may have left a process that ends a moment later.
  std::vector<std::string> all = others();
  all.push_back(journal());
  for (const std::string& path : all) wait_until([&] { return !is_held(path); });
  if (!resume) remove_journals();
  if (alone()) return true;
  const Locked file(claims(), O_RDWR | O_CREAT);
  if (!file.is_open() || !file.write(text({1, 0})))
    throw zwang::WriteTrouble(
        fmt::format("'{}' cannot be written: {}", claims(), std::strerror(errno)));
  return true;
}

// Many at a time in the beginning, one by one in the end: few locks, and nobody waits long for the last.
std::pair<long, long> Ranks::claim() {
  const Locked file(claims(), O_RDWR);
  std::optional<State> now = state(file);
  if (!now || now->next < 1 || now->next > runs_) return {1, 0};
  const long first = now->next;
  const long chunk = std::clamp((runs_ - first + 1) / (8 * rank_.count), 1L, 256L);
  now->next = std::min(runs_, first + chunk - 1) + 1;
  if (!file.write(text(*now))) return {1, 0};
  return {first, now->next - 1};
}

void Ranks::say_done() const {
  const Locked file(claims(), O_RDWR);
  std::optional<State> now = state(file);
  if (!now) return;
  ++now->done;
  file.write(text(*now));
}

bool Ranks::wait_for_others() const {
  if (alone()) return true;
  const auto busy = [&] {
    const std::vector<std::string> paths = others();
    return std::any_of(paths.begin(), paths.end(), is_held);
  };
  auto quiet = std::chrono::steady_clock::now();  // since when nobody has written
  return wait_until(
      [&] {
        const std::optional<State> now = state(Locked(claims(), O_RDWR));
        if (!now || now->done >= rank_.count - 1) return true;
        const auto time = std::chrono::steady_clock::now();
        if (busy()) quiet = time;
        return time - quiet > gone;
      },
      true);
}

void Ranks::remove_journals() const {
  std::error_code error;
  for (const std::string& path : others()) fs::remove(path, error);
  fs::remove(journal(), error);
}

}  // namespace cli
