// SPDX-License-Identifier: Apache-2.0
#pragma once
// Instants part by part: what does not act costs nothing, and what does not touch is solved apart. For systems with
// laws and many rows of which few act at a time, as contacts are. (doc/decisions/0048-contacts-at-scale.md)

#include <map>
#include <memory>

#include "instant/parts/part_factors.h"
#include "least/method.h"

namespace zwang::instant {

/// Whether solving by parts pays, and nothing asks for all rows at once.
bool is_solved_by_parts(const equations::Equations& equations);

class PartKernel {
 public:
  PartKernel(const equations::Equations& equations, const Options& stepping, const Options& full);

  /// Of the rows that act; the others have no force, and ask nothing.
  const Instant& solve(equations::Workspace& numbers, const unsigned char* acts, const double* C,
                       bool full);
  const double* least_change(equations::Workspace& numbers, const double* b,
                             const unsigned char* takes_part);
  /// The parts of the last instant.
  PartTask& acting() noexcept { return acting_; }
  PartFactors& factors(int set) noexcept { return factors_[set]; }

 private:
  struct Room {
    Room(Index n, Index m, const Options& options);
    least::Workspace workspace;
    Instant instant;
  };
  Room& room(Index n, Index m);
  void begin(Instant& out) noexcept;
  void put(const least::Parts& parts, Index part, const Instant& from, bool full) noexcept;
  void forget_rooms();

  Index n_, m_;
  Options stepping_, full_;
  PartTask acting_, asked_;
  std::map<std::pair<Index, Index>, std::unique_ptr<Room>> rooms_;
  PartFactors factors_[2];
  std::vector<double> zero_, change_;
  Instant out_;
};

}  // namespace zwang::instant
