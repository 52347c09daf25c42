// SPDX-License-Identifier: Apache-2.0
// Each side has the data as its user would keep them: we a structure of arrays, the peer an array
// of structures of fixed-size matrices.

#include "batch_race.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "fixed_schur.h"
#include "reference.h"
#include "stopwatch.h"
#include "zwang/batch.h"

namespace bench {
namespace {

constexpr std::size_t system_count = 1024;

/// A whole batch solved by one call.
class BatchContestant {
 public:
  virtual ~BatchContestant() = default;
  virtual void solve() = 0;
  virtual std::vector<double> acceleration(std::size_t s) const = 0;  // infinite if status bad
};

/// Entry k of system s at [k·count + s].
std::vector<double> interleaved(const Pool& pool, std::vector<double> System::*part) {
  const std::size_t count = pool.size(), length = (pool[0].*part).size();
  std::vector<double> entries(length * count);
  for (std::size_t s = 0; s < count; ++s) {
    for (std::size_t k = 0; k < length; ++k) entries[k * count + s] = (pool[s].*part)[k];
  }
  return entries;
}

class ZwangBatch : public BatchContestant {
 public:
  explicit ZwangBatch(const Pool& pool)
      : size_(pool[0].size),
        M_(interleaved(pool, &System::M)),
        Q_(interleaved(pool, &System::Q)),
        A_(interleaved(pool, &System::A_rows)),
        b_(interleaved(pool, &System::b)),
        acceleration_(size_.n * pool.size()),
        status_(pool.size()),
        solver_(size_.n, size_.m, {.multipliers = false, .diagnose = false}) {}

  void solve() override {
    lone_ =
        solver_.solve({status_.size(), size_.n, size_.m, M_, Q_, A_, b_}, acceleration_, status_);
  }

  std::vector<double> acceleration(std::size_t s) const override {
    if (status_[s] != zwang::Status::ok || lone_ > status_.size()) {
      return std::vector<double>(size_.n, std::numeric_limits<double>::infinity());
    }
    std::vector<double> x(size_.n);
    for (std::size_t i = 0; i < size_.n; ++i) x[i] = acceleration_[i * status_.size() + s];
    return x;
  }

  std::size_t lone() const { return lone_; }

 private:
  Size size_;
  std::vector<double> M_, Q_, A_, b_, acceleration_;
  std::vector<zwang::Status> status_;
  zwang::BatchSolver solver_;
  std::size_t lone_ = 0;
};

template <class Form, int n, int m>
class FixedLoop : public BatchContestant {
 public:
  explicit FixedLoop(const Pool& pool) : systems_(pool.begin(), pool.end()), x_(pool.size()) {}

  void solve() override {
    for (std::size_t s = 0; s < systems_.size(); ++s) {
      x_[s] = Form::template motion<n, m>(systems_[s]);
    }
  }

  std::vector<double> acceleration(std::size_t s) const override {
    return std::vector<double>(x_[s].data(), x_[s].data() + n);
  }

 private:
  std::vector<FixedSystem<n, m>> systems_;
  std::vector<Eigen::Matrix<double, n, 1>> x_;
};

/// Solves once and holds every answer to the reference.
void check(BatchContestant& contestant, const Pool& pool, Timing& timing) {
  contestant.solve();
  for (std::size_t s = 0; s < pool.size(); ++s) {
    const std::vector<double> x = contestant.acceleration(s);
    timing.difference =
        std::max(timing.difference, relative_difference(x, reference(pool[s]).acceleration));
  }
}

/// One turn after an untimed start; keeps the least time per system.
void turn(BatchContestant& contestant, Timing& timing, double at_least) {
  if (!timing.right()) return;
  contestant.solve();
  std::size_t calls = 0;
  const double start = thread_microseconds();
  double time = 0;
  do {
    contestant.solve();
    ++calls;
    time = thread_microseconds() - start;
  } while (time < at_least);
  time /= static_cast<double>(calls * system_count);
  if (timing.microseconds == 0 || time < timing.microseconds) timing.microseconds = time;
}

template <int n, int m>
BatchOutcome race_batch(const Pace& pace) {
  const Size size{n, m, m};
  const Pool pool = random_pool(size, system_count);
  ZwangBatch ours(pool);
  FixedLoop<SchurByInverse, n, m> by_inverse(pool);
  FixedLoop<SchurByFactor, n, m> by_factor(pool);

  Timing timings[] = {
      {.name = "batch", .form = "", .kind = Kind::ours},
      {.name = "Eigen Schur, fixed size", .form = "by inverse", .kind = Kind::full_rank},
      {.name = "Eigen Schur, fixed size", .form = "by factor", .kind = Kind::full_rank}};
  check(ours, pool, timings[0]);
  check(by_inverse, pool, timings[1]);
  check(by_factor, pool, timings[2]);
  for (std::size_t k = pace.most_rounds; k-- > 0;) {
    turn(ours, timings[0], pace.batch);
    turn(by_inverse, timings[1], pace.batch);
    turn(by_factor, timings[2], pace.batch);
  }

  const bool inverse_wins =
      timings[1].right() &&
      (!timings[2].right() || timings[1].microseconds < timings[2].microseconds);
  return {size, system_count, ours.lone(), timings[0], timings[inverse_wins ? 1 : 2]};
}

}  // namespace

std::vector<BatchOutcome> race_batches(const Pace& pace) {
  return {race_batch<6, 3>(pace), race_batch<12, 8>(pace)};
}

}  // namespace bench
