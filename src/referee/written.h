// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small model as formulas in quadruple precision: its accelerations, and the way back onto its constraints. Nothing of it
// goes through the programs that a run evaluates, nor through their kernels.

#include <memory>
#include <string>
#include <vector>

#include "equations/row.h"
#include "referee/formulas.h"
#include "scope/scope.h"

namespace zwang::referee {

class Written {
 public:
  /// Of a model with particles, coordinates, forces and equations only. The names of `scope` have been read; its graph grows.
  explicit Written(compile::Scope& scope);

  std::size_t coordinates() const { return n_; }
  const std::vector<equations::Row>& rows() const { return rows_; }

  /// ẍ at a state; false where it has no answer.
  bool accelerate(Quad t, const Quad* q, const Quad* v, Quad* a);
  /// Moves a state that is nearly on the constraints onto them, and chooses rows there that are independent: those act until
  /// the next call, for off the constraints redundant rows contradict each other. False: it got no nearer.
  bool project(Quad t, Quad* q, Quad* v);

 private:
  void set_state(Quad t, const Quad* q, const Quad* v);
  void choose_rows(Quad t, const Quad* q, const Quad* v);

  std::size_t n_ = 0, m_ = 0;
  std::vector<equations::Row> rows_;
  std::vector<std::size_t> kept_;  // rows that act
  std::vector<Quad> inputs_, outputs_;
  std::vector<std::uint32_t> q_slots_, v_slots_;
  std::uint32_t t_slot_ = 0;
  Formulas instant_, residuals_;  // M, Q, A, b; and A, residual, rate
};

/// Solves a consistent system of order n, row by row in H with the right side behind each row, by elimination with complete
/// pivoting; unknowns that nothing determines are zero. Returns how many are determined.
std::size_t solve_consistent(std::size_t n, std::vector<Quad>& H, std::vector<Quad>& x);

}  // namespace zwang::referee
