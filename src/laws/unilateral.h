// SPDX-License-Identifier: Apache-2.0
#pragma once
// Gauss's principle where some rows are inequalities: of all ẍ with A ẍ = b on the equality rows and
// A ẍ ≥ b on the unilateral ones, that of least (ẍ − a)ᵀM(ẍ − a), a = M⁻¹(Q + C). M is positive
// definite, so ẍ is one; λ need not be.

#include <vector>

#include "laws/active_rows.h"
#include "laws/reduced_rows.h"

namespace zwang::least {

/// How far the answer is from proving itself, each number relative to what it is made of: rounding
/// where all is well.
struct Complementarity {
  double gap = 0;         // worst shortfall of A ẍ ≥ b
  double multiplier = 0;  // worst negative λ of a unilateral row
  double product = 0;     // worst λ·(A ẍ − b)
  double balance = 0;     // worst of M ẍ − Q − C − Aᵀλ
};

/// Pointers into the solver, until its next call.
struct UnilateralAnswer {
  Status status = Status::ok;             // contradictory: see `fights`
  const double* acceleration = nullptr;   // n
  const double* multipliers = nullptr;    // m: M ẍ = Q + C + Aᵀλ; 0 on rows left out
  const double* force = nullptr;          // n: Aᵀλ
  const double* gap = nullptr;            // m: A ẍ − b; 0 on rows left out
  const unsigned char* fights = nullptr;  // m: 1 for rows that cannot hold together
  Index changes = 0;                      // of the set of rows that bear, from the guess on
  bool unique = true;                     // λ ≥ 0 has no other values on rows that touch
  Complementarity certificate;
};

class Unilateral {
 public:
  Unilateral(Index n, Index m);

  /// kind: a RowKind per row. binds: in, the guess; out, a Binding per row. Equality rows that fight
  /// hold in least squares. A unilateral row that the others make impossible is left out, and named
  /// with them.
  const UnilateralAnswer& solve(const Task& task, const unsigned char* kind, unsigned char* binds,
                                RankTolerance tolerance = RankTolerance::instant) noexcept;

 private:
  bool guess(const unsigned char* binds) noexcept;
  bool drop_negative() noexcept;
  Index most_violated() const noexcept;
  bool make_all_hold() noexcept;
  bool make_hold(Index p) noexcept;
  Index blocking(double* step) const noexcept;
  void give_up(Index p) noexcept;
  void name_fight(Index p) noexcept;
  void restore() noexcept;
  void settle() noexcept;
  double shortfall(Index i) const noexcept;
  double allowed(Index i, double tolerance) const noexcept;
  void fill_answer(const Task& task, unsigned char* binds) noexcept;
  void mark_bindings(unsigned char* binds) noexcept;
  void certify(const Task& task, const unsigned char* kind) noexcept;

  enum State : unsigned char { waits, acts, pinched, out };  // of a reduced row

  Index n_, m_;
  ReducedRows reduced_;
  ActiveRows active_;
  double cut_ = 0, rounding_ = 0;  // of the rank rule; of numbers that are exact
  Index most_changes_ = 0, before_count_ = 0;
  std::vector<Index> before_;  // rows that bore before one more was tried
  std::vector<unsigned char> state_, fights_;
  std::vector<double> w_, c_, r_, lambda_, spread_;  // λ and w of the reduced rows
  std::vector<double> x_, multipliers_, force_, gap_, Mx_;
  UnilateralAnswer answer_;
};

}  // namespace zwang::least
