// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small instants of up to 64 states, several in a register (zwang/batch.h).

#include <span>
#include <vector>

#include "instant/dense_task.h"
#include "zwang/batch.h"

namespace zwang::instant {

class SmallBatch {
 public:
  static constexpr std::size_t room = 64;

  /// Whether these equations can be asked so: few coordinates, ideal rows without weights.
  static bool takes(const equations::Equations& equations);

  explicit SmallBatch(const equations::Equations& equations);

  /// How many states come now, at most `room`.
  void begin(std::size_t count) noexcept;
  /// Takes over the state that `numbers` were evaluated at, for dynamics.
  void put(std::size_t s, equations::Workspace& numbers) noexcept;
  /// How many took the lone path.
  std::size_t solve() noexcept;

  double acceleration(std::size_t s, std::size_t k) const { return found_[k * count_ + s]; }
  Status status(std::size_t s) const { return statuses_[s]; }

 private:
  std::size_t n_, m_, count_ = 0;
  BatchSolver solver_;
  DenseTask task_;
  std::vector<double> M_, Q_, A_, b_, found_;
  std::vector<Status> statuses_;
};

}  // namespace zwang::instant
