// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant where more than ideal rows decides it: rows that do not act in this mode, controls
// that servo constraints determine, non-ideal forces that read reactions.

#include <memory>
#include "equations/evaluate.h"
#include "instant/dense_kernel.h"
#include "instant/hidden.h"
#include "instant/mode.h"
#include "least/derivative.h"
#include "least/laws/load.h"
#include "least/laws/reaction.h"
#include "least/laws/servo.h"

namespace zwang::instant {

class Laws {
 public:
  Laws(const equations::Equations& equations, DenseKernel& kernel, const Mode& mode);

  /// ẍ and the forces; `numbers` holds M, Q, A, b of the state, and afterwards those that acted:
  /// rows that do not act are zero, Q contains the controls. With `full` multipliers and watched
  /// reactions too.
  const Instant& solve(equations::Workspace& numbers, double t, const double* q, const double* v,
                       bool full) noexcept;

  /// Of the last instant.
  const double* controls() const { return u_.data(); }                   // as many as there are
  const double* control_force() const { return control_force_.data(); }  // n: Bᵀu
  const double* nonideal_force() const { return C_.data(); }             // n: C
  /// m: of the reaction that acted, Aᵀλ = M ẍ − Q − C. Where C is not zero these are not the
  /// multipliers of F^L, which is what the rows would exert without C. After `full` only.
  const double* multipliers() const { return lambda_.data(); }
  /// By reaction: what programs read. After `full` only.
  const double* reactions() const { return s_.data(); }
  /// How far the controls are from what is wanted: the largest |b − A ẍ| among servo rows.
  double servo_residual() const { return servo_residual_; }
  bool controls_are_unique() const { return controls_are_unique_; }
  /// The worst of δᵀ(F^L + F^C) − δᵀC so far, relative, δ the virtual part of v: the audit of
  /// [FKNU05 35]. Of instants that were solved in full.
  double virtual_work() const { return virtual_work_; }

  /// w of all contacts at a state, contact after contact.
  const double* sliding(equations::Workspace& numbers, double t, const double* q,
                        const double* v) noexcept;

 private:
  void mask(equations::Workspace& numbers) noexcept;
  void set_directions(equations::Workspace& numbers, double t, const double* q,
                      const double* v) noexcept;
  void read_reactions(equations::Workspace& numbers, double t, const double* q, const double* v,
                      const double* s) noexcept;
  void fill_forces(equations::Workspace& numbers, const double* lambda, double* sigma) noexcept;
  void linearise_forces(equations::Workspace& numbers, const double* s) noexcept;
  Status find_reactions(equations::Workspace& numbers, double t, const double* q,
                        const double* v) noexcept;
  void find_controls(equations::Workspace& numbers, const Instant& now) noexcept;
  void add_controls(equations::Workspace& numbers) noexcept;
  const Instant& solve_nonideal(equations::Workspace& numbers, double t, const double* q,
                                const double* v, bool full) noexcept;
  const Instant& with_status(const Instant& instant, Status status) noexcept;
  void watch(equations::Workspace& numbers) noexcept;
  void fill_hidden(equations::Workspace& numbers, double t, const double* q,
                   const double* v) noexcept;
  void share_load(equations::Workspace& numbers) noexcept;
  void audit(equations::Workspace& numbers, const Instant& now, const double* v) noexcept;

  const equations::Equations& equations_;
  DenseKernel& kernel_;
  const Mode& mode_;
  least::Derivative derivative_;
  least::ReactionSolver reaction_solver_;
  least::Servo servo_solver_;
  std::unique_ptr<least::Load> load_;   // where there are contacts
  std::unique_ptr<HiddenRows> hidden_;  // where rows hide others
  std::vector<unsigned char> kind_, binds_;
  std::vector<Index> actual_;        // numbers of the reactions that C determines and reads
  std::vector<least::Sense> sense_;  // of these
  std::vector<Index> sizes_;
  std::vector<Index> servo_rows_;  // of A
  AlignedArray servo_A_, servo_b_, servo_weights_, u_, u_before_, B_, control_force_, Q_;
  AlignedArray C_, ideal_, lambda_, s_, sigma_, J_, column_, found_, found_rows_, w_, hidden_A_,
      hidden_b_;
  Instant failed_;
  double servo_residual_ = 0, virtual_work_ = 0;
  bool controls_are_unique_ = true;
};

}  // namespace zwang::instant
