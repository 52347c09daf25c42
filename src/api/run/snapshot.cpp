// SPDX-License-Identifier: Apache-2.0
#include "api/run/snapshot.h"

#include "record/file.h"

namespace zwang {

namespace {

using motion::Snapshot;
using motion::Tally;

/// The numbers of a checkpoint one after another; what is beyond them is 0.
class Numbers {
 public:
  explicit Numbers(const std::vector<double>& numbers) : numbers_(numbers) {}
  double next() { return at_ < numbers_.size() ? numbers_[at_++] : (good_ = false, 0.0); }
  std::size_t count() {
    const double x = next();
    good_ = good_ && x >= 0 && x < 9e15;
    return good_ ? static_cast<std::size_t>(x) : 0;
  }
  std::vector<double> list() {
    const std::size_t size = count();
    good_ = good_ && size <= numbers_.size() - at_;
    std::vector<double> result;
    for (std::size_t k = 0; good_ && k < size; ++k) result.push_back(next());
    return result;
  }
  bool done() const { return good_ && at_ == numbers_.size(); }
  bool good() const { return good_; }

 private:
  const std::vector<double>& numbers_;
  std::size_t at_ = 0;
  bool good_ = true;
};

void put_tally(const Tally& tally, std::vector<double>& memory) {
  for (const double x : {tally.worst.position, tally.worst.velocity, tally.energy.start,
                         tally.energy.end, tally.energy.applied, tally.energy.constraints,
                         tally.energy.nonideal, tally.energy.jumps, tally.energy.worst}) {
    memory.push_back(x);
  }
  for (const std::size_t x : {tally.rank, tally.least_rank, tally.most_rank, tally.near_singular,
                              tally.rank_changes, std::size_t{tally.stiff}, tally.changes.size()}) {
    memory.push_back(static_cast<double>(x));
  }
  const instant::Uses& uses = tally.uses;
  for (const long x : uses.instants) memory.push_back(static_cast<double>(x));
  for (const long x : {uses.in_full, uses.contradictory, uses.nonideal, uses.controlled,
                       uses.projections, uses.blows}) {
    memory.push_back(static_cast<double>(x));
  }
  for (const motion::RankChange& change : tally.changes) {
    memory.push_back(change.t);
    memory.push_back(static_cast<double>(change.from));
    memory.push_back(static_cast<double>(change.to));
    memory.push_back(static_cast<double>(change.combination.size()));
    memory.insert(memory.end(), change.combination.begin(), change.combination.end());
  }
}

void take_tally(Numbers& numbers, Tally& tally) {
  for (double* const x : {&tally.worst.position, &tally.worst.velocity, &tally.energy.start,
                          &tally.energy.end, &tally.energy.applied, &tally.energy.constraints,
                          &tally.energy.nonideal, &tally.energy.jumps, &tally.energy.worst}) {
    *x = numbers.next();
  }
  for (std::size_t* const x : {&tally.rank, &tally.least_rank, &tally.most_rank,
                               &tally.near_singular, &tally.rank_changes}) {
    *x = numbers.count();
  }
  tally.stiff = numbers.count() != 0;
  const std::size_t changes = numbers.count();
  instant::Uses& uses = tally.uses;
  for (long& x : uses.instants) x = static_cast<long>(numbers.count());
  for (long* const x : {&uses.in_full, &uses.contradictory, &uses.nonideal, &uses.controlled,
                        &uses.projections, &uses.blows}) {
    *x = static_cast<long>(numbers.count());
  }
  for (std::size_t k = 0; numbers.good() && k < changes; ++k) {
    const double t = numbers.next();
    const std::size_t from = numbers.count();
    const std::size_t to = numbers.count();
    tally.changes.push_back({t, from, to, numbers.list()});
  }
}

}  // namespace

record::Checkpoint to_checkpoint(const Snapshot& snapshot, double seconds,
                                 const record::Identity& identity) {
  record::Checkpoint checkpoint;
  checkpoint.identity = identity;
  checkpoint.time = snapshot.t;
  checkpoint.step = snapshot.dt;
  checkpoint.state = snapshot.y;
  checkpoint.memory = {seconds, static_cast<double>(snapshot.memory.size())};
  checkpoint.memory.insert(checkpoint.memory.end(), snapshot.memory.begin(), snapshot.memory.end());
  put_tally(snapshot.tally, checkpoint.memory);
  checkpoint.steps = static_cast<std::uint64_t>(snapshot.tally.steps);
  checkpoint.rejected = static_cast<std::uint64_t>(snapshot.tally.rejected);
  checkpoint.evaluations = static_cast<std::uint64_t>(snapshot.tally.evaluations);
  checkpoint.rows = snapshot.samples;
  return checkpoint;
}

Resumption from_checkpoint(const record::Checkpoint& checkpoint, std::size_t state_size,
                           const std::string& path) {
  Resumption resumption;
  Snapshot& snapshot = resumption.snapshot;
  snapshot.t = checkpoint.time;
  snapshot.dt = checkpoint.step;
  snapshot.y = checkpoint.state;
  snapshot.samples = checkpoint.rows;
  Numbers numbers(checkpoint.memory);
  resumption.seconds = numbers.next();
  snapshot.memory = numbers.list();
  take_tally(numbers, snapshot.tally);
  snapshot.tally.steps = static_cast<long>(checkpoint.steps);
  snapshot.tally.rejected = static_cast<long>(checkpoint.rejected);
  snapshot.tally.evaluations = static_cast<long>(checkpoint.evaluations);
  if (!numbers.done() || snapshot.y.size() != state_size) {
    throw record::FileError(path, "the checkpoint does not hold a state of this model");
  }
  return resumption;
}

}  // namespace zwang
