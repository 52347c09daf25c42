// SPDX-License-Identifier: Apache-2.0
#pragma once
// One way to solve a pool's systems, ours or a peer's, and the field of all of them.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reference.h"
#include "system.h"

namespace bench {

/// Keeps the pool in its own types and layout; only solve() is timed.
class Contestant {
 public:
  virtual ~Contestant() = default;

  /// ẍ of system s; valid until the next call.
  virtual const double* solve(std::size_t s) = 0;

  /// How far the answer to system s is from the reference, relative.
  virtual double difference(std::size_t s, const Answer& answer) {
    return relative_difference(std::span(solve(s), answer.acceleration.size()),
                               answer.acceleration);
  }
};

enum class Kind {
  ours,
  rank_safe,  // solves systems of any rank
  full_rank,  // fails on redundant rows
  printed,    // rank-safe too: the formula as the papers print it
};

/// A contestant, its method, and which form of the method it is. Of several forms of one peer
/// the fastest counts.
struct Entrant {
  std::string name;
  std::string form;  // "as written": fresh dynamic matrices; "reused": workspaces kept
  Kind kind;
  std::unique_ptr<Contestant> contestant;
};

using Field = std::vector<Entrant>;

/// Enters a contestant of type T, built from the pool.
template <class T, class... Rest>
void enter(Field& field, std::string name, std::string form, Kind kind, Rest&&... rest) {
  field.push_back(
      {std::move(name), std::move(form), kind, std::make_unique<T>(std::forward<Rest>(rest)...)});
}

// One file each; each enters only what applies to the pool's size and rank.
void enter_zwang(Field& field, const Pool& pool);
void enter_eigen_orthogonal(Field& field, const Pool& pool);
void enter_eigen_schur(Field& field, const Pool& pool);
void enter_eigen_fixed(Field& field, const Pool& pool);
void enter_eigen_kkt(Field& field, const Pool& pool);
void enter_lapack(Field& field, const Pool& pool);
void enter_printed(Field& field, const Pool& pool);

}  // namespace bench
