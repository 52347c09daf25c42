// SPDX-License-Identifier: Apache-2.0
#pragma once
// Several programs that mpirun, srun or mpiexec started together do one sweep. They need no library of messages:
// each knows its number from the environment, takes runs from a file that they share, and writes a journal of its
// own. Number 0 gathers the journals.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cli {

struct Rank {
  long number = 0, count = 1;
  std::string job;  // what tells this start of them from others
};

/// As Open MPI, MPICH, Slurm, or ZWANG_RANK, ZWANG_RANKS and ZWANG_JOB say it; alone where nobody does.
Rank rank_of_environment();

/// The files NAME.claims, NAME.journal and NAME.journal.K that ranks share.
class Ranks {
 public:
  Ranks(Rank rank, std::string name);
  ~Ranks();  // number 0 takes NAME.claims away
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  bool alone() const { return rank_.count == 1; }
  bool leads() const { return rank_.number == 0; }
  /// Ours.
  std::string journal() const;
  /// Of others, of this start or one before, as they stand there now.
  std::vector<std::string> others() const;

  /// Number 0 opens the sweep, once nobody writes to what was before, of which nothing is left unless it is to be
  /// resumed; the others wait until it has. False if it does not.
  bool begin(long runs, bool resume);
  /// The first and the last of the next runs that no rank has; {1, 0} when none are left.
  std::pair<long, long> claim();
  /// Number 0 waits until the others have done what they took, or are gone; they say when they have. False if asked
  /// to stop.
  bool wait_for_others() const;
  void say_done() const;
  /// Removes all journals.
  void remove_journals() const;

 private:
  std::string claims() const { return name_ + ".claims"; }
  /// What NAME.claims says, if it is of this start.
  struct State {
    long next = 0, done = 0;  // the next run; how many others have done all they took
  };
  std::optional<State> state(const class Locked& file) const;
  std::string text(const State& state) const;

  Rank rank_;
  std::string name_;
  long runs_ = 0;
};

}  // namespace cli
