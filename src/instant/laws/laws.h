// SPDX-License-Identifier: Apache-2.0
#pragma once
// The instant where more than ideal rows decides it: rows that do not act in this mode, controls
// that servo constraints determine, non-ideal forces that read reactions.

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "equations/evaluate.h"
#include "instant/dense_kernel.h"
#include "instant/hidden.h"
#include "instant/mode.h"
#include "laws/friction/cone_share.h"
#include "laws/load.h"
#include "laws/reaction.h"
#include "laws/servo.h"
#include "least/derivative.h"

namespace zwang::instant {

/// Controls that servo rows determine: of all u that bring A ẍ nearest to b that of least uᵀW u.
struct Controls {
  explicit Controls(const equations::Equations& equations);

  least::Servo solver;
  std::vector<Index> rows;     // of A: those that say what is wanted
  AlignedArray A, b, weights;  // of these
  AlignedArray B, u, u_before;
  AlignedArray force, Q;  // n: Bᵀu, and Q without it
  double residual = 0;    // the largest |b − A ẍ| among the rows
  bool unique = true;
};

/// Reactions that non-ideal forces read, and change: s = |σ(λ(C(s)))|, with σ ≈ σ₀ + J s.
struct Reactions {
  explicit Reactions(const equations::Equations& equations);

  std::vector<Index> actual;        // numbers of those that C determines and reads
  std::vector<Index> acting;        // those of them with a row that acts; the others are zero
  std::vector<least::Sense> sense;  // of the acting ones
  std::vector<Index> sizes;         // of the acting ones: components
  Index components = 0;             // of all of them
  least::ReactionSolver solver;
  AlignedArray ideal, lambda;                   // m: without C, and with it
  AlignedArray s;                               // by reaction
  AlignedArray sigma, J, column;                // components; components × actual; one column
  AlignedArray found;                           // s of the acting ones
  Index room_for = 0, room_for_components = 0;  // of the solver and J

  void make_room();
};

/// What redundant contacts share so that none pulls, and none that can stick leaves its cone.
struct SharedLoad {
  SharedLoad(const equations::Equations& equations, bool by_parts);

  least::Load load;                                         // of all rows, or, by parts, of none
  std::map<std::pair<Index, Index>, least::Load> loads;     // by the sizes of parts
  std::vector<least::Rubbing> part_sticking;                // of a part, by its own numbers
  std::vector<unsigned char> part_kind, part_binds, amiss;  // by row, by row, by part
  std::vector<double> part_lambda;
  least::ConeShare cones;
  std::vector<unsigned char> kind, binds;  // m
  std::vector<least::Rubbing> sticking;    // what sticks, by rows
  AlignedArray lambda;                     // m
};

/// The last rows of A, which no program fills in.
struct HiddenPart {
  explicit HiddenPart(const equations::Equations& equations);

  HiddenRows rows;
  AlignedArray A, b;
};

class Laws {
 public:
  Laws(const equations::Equations& equations, DenseKernel& kernel, const Mode& mode);

  /// ẍ and the forces; `numbers` holds M, Q, A, b of the state, and afterwards those that acted:
  /// rows that do not act are zero, Q contains the controls. With `full` multipliers and watched
  /// reactions too.
  const Instant& solve(equations::Workspace& numbers, double t, const double* q, const double* v,
                       bool full) noexcept;

  /// Of the last instant.
  const double* controls() const { return controls_.u.data(); }           // as many as there are
  const double* control_force() const { return controls_.force.data(); }  // n: Bᵀu
  const double* nonideal_force() const { return C_.data(); }              // n: C
  /// m: of the reaction that acted, Aᵀλ = M ẍ − Q − C. Where C is not zero these are not the
  /// multipliers of F^L, which is what the rows would exert without C. After `full` only.
  const double* multipliers() const { return reactions_.lambda.data(); }
  /// By reaction: what programs read. After `full` only.
  const double* reactions() const { return reactions_.s.data(); }
  /// How far the controls are from what is wanted: the largest |b − A ẍ| among servo rows.
  double servo_residual() const { return controls_.residual; }
  bool controls_are_unique() const { return controls_.unique; }
  /// The worst of δᵀ(F^L + F^C) − δᵀC so far, relative, δ the virtual part of v: the audit of
  /// [FKNU05 35]. Of instants that were solved in full.
  double virtual_work() const { return virtual_work_; }

  /// w of all contacts at a state, contact after contact.
  const double* sliding(equations::Workspace& numbers, double t, const double* q,
                        const double* v) noexcept;

 private:
  void mask(equations::Workspace& numbers) noexcept;
  bool factor(equations::Workspace& numbers) noexcept;
  void adjoint(const double* w, double* lambda) noexcept;
  void set_directions(equations::Workspace& numbers, double t, const double* q,
                      const double* v) noexcept;
  void read_reactions(equations::Workspace& numbers, double t, const double* q, const double* v,
                      const double* s) noexcept;
  void fill_forces(equations::Workspace& numbers, const double* lambda, double* sigma) noexcept;
  void find_acting() noexcept;
  void linearise_forces(equations::Workspace& numbers, const double* s) noexcept;
  Status find_reactions(equations::Workspace& numbers, double t, const double* q,
                        const double* v) noexcept;
  void find_controls(equations::Workspace& numbers, const Instant& now) noexcept;
  void add_controls(equations::Workspace& numbers) noexcept;
  const Instant& solve_nonideal(equations::Workspace& numbers, double t, const double* q,
                                const double* v, bool full) noexcept;
  const Instant& with_status(const Instant& instant, Status status) noexcept;
  void watch(equations::Workspace& numbers, double t, const double* q, const double* v) noexcept;
  void fill_hidden(equations::Workspace& numbers, double t, const double* q,
                   const double* v) noexcept;
  void share_load(equations::Workspace& numbers, double t, const double* q,
                  const double* v) noexcept;
  bool holds_within(equations::Workspace& numbers) const noexcept;
  bool share_in_cones(equations::Workspace& numbers, double t, const double* q,
                      const double* v) noexcept;
  void read_cones(equations::Workspace& numbers, double t, const double* q,
                  const double* v) noexcept;
  void take_share(equations::Workspace& numbers, double t, const double* q, const double* v,
                  bool found) noexcept;
  void share_by_parts(equations::Workspace& numbers, double t, const double* q,
                      const double* v) noexcept;
  void find_amiss(equations::Workspace& numbers) noexcept;
  bool share_part(equations::Workspace& numbers, Index part) noexcept;
  void audit(equations::Workspace& numbers, const Instant& now, const double* v) noexcept;

  const equations::Equations& equations_;
  DenseKernel& kernel_;
  const Mode& mode_;
  least::Derivative derivative_;
  std::unique_ptr<PartFactors> part_factors_;  // where parts are solved apart, in its place
  Controls controls_;
  Reactions reactions_;
  std::unique_ptr<SharedLoad> load_;    // where there are contacts, or what sticks
  std::unique_ptr<HiddenPart> hidden_;  // where rows hide others
  AlignedArray C_;                      // n
  AlignedArray w_, rows_;               // room: as written coordinates, m
  Instant failed_;
  double virtual_work_ = 0;
};

}  // namespace zwang::instant
