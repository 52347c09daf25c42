// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a blow does to velocities. Gauss's principle for impulses: of all v⁺ that the rows allow, that
// of least (v⁺ − v⁻)ᵀM(v⁺ − v⁻). M Δv = Aᵀp.

#include <utility>
#include <vector>

#include "laws/friction/contact_solver.h"
#include "laws/restitution.h"
#include "laws/slip_path.h"
#include "laws/unilateral.h"

namespace zwang::least {

enum class BlowOrder : unsigned char {
  sequence,  // one contact after the other, the one that approaches fastest first; equals at once
  simultaneous,  // A v⁺ ≥ −ε A v⁻ all at once
};

/// Of `rows` only n, m, M (with its cut) and A are read. Rows stand for A v + φ_t.
struct ImpactTask {
  Task rows;
  const unsigned char* kind = nullptr;  // m: a RowKind; equality rows hold throughout: A Δv = 0
  const double* v = nullptr;            // n: v⁻
  const double* phi_t = nullptr;        // m, or null: 0
  const double* restitution = nullptr;  // m: ε in [0, 1], of unilateral and struck rows
  BlowOrder order = BlowOrder::sequence;
  const unsigned char* law = nullptr;  // m: a RestitutionLaw, or null: Stronge's
  // Friction, or none: tangential rows w = W v + w_t, each of a contact; those of one contact follow
  // each other, at most 3. It is at most friction × normal impulse.
  Index tangents = 0;
  const double* W = nullptr;          // tangents × n
  const double* w_t = nullptr;        // tangents, or null: 0
  const Index* tangent_of = nullptr;  // tangents: row of the contact
  const double* friction = nullptr;   // m
};

/// T⁺ = T⁻ − carnot − rubbed + work: the audit. Pointers until the next call.
struct ImpactAnswer {
  Status status = Status::ok;                // contradictory: equality rows make a contact approach
  const double* rates = nullptr;             // n: v⁺
  const double* impulses = nullptr;          // m: p, ≥ 0 on contacts
  const double* tangent_impulses = nullptr;  // tangents
  const unsigned char* hit = nullptr;        // m: 1 where a contact or struck row got an impulse
  double energy_before = 0, energy_after = 0;
  // Σ (1−ε)/(1+ε) T(Δv) of single blows; of joint ones −½ Σ p (A v⁺ + A v⁻ + 2φ_t), the same for one ε
  double carnot = 0;
  double rubbed = 0;  // what friction took; negative where it gave
  double work = 0;    // of rows that move by themselves: −Σ p φ_t
  Index blows = 0;
  bool exhausted = false;  // too many blows: what still approached was struck in one
  bool reduced = false;    // a law of restitution would have made energy: it gave back less
  bool gained = false;     // carnot + rubbed < 0: never but by rounding
};

class Impact {
 public:
  Impact(Index n, Index m, Index tangents = 0);

  /// All contacts (unilateral rows) that touch, M definite.
  const ImpactAnswer& solve(const ImpactTask& task) noexcept;

  /// Rows that come into being: struck rows get A v⁺ + φ_t = −ε (A v⁻ + φ_t), equality rows A Δv = 0,
  /// v⁺ = v⁻ − K₁ (1+ε)(A v⁻ + φ_t); redundant rows allowed. Unilateral rows are not looked at.
  const ImpactAnswer& strike(const ImpactTask& task) noexcept;

 private:
  bool begin(const ImpactTask& task) noexcept;
  void fill_rows(const ImpactTask& task) noexcept;
  void fill_speeds(const ImpactTask& task) noexcept;
  void sequence(const ImpactTask& task) noexcept;
  void ask(const ImpactTask& task, RowKind asked, bool plastic) noexcept;
  void together(const ImpactTask& task, RowKind asked, bool plastic) noexcept;
  void join(const ImpactTask& task) noexcept;
  double approach(Index k) const noexcept;
  Index fastest(double least) const noexcept;
  void push(Index l, double p) noexcept;
  void strike_one(const ImpactTask& task, Index k) noexcept;
  std::pair<Index, Index> tangents_of(const ImpactTask& task, Index k) const noexcept;
  void rub_along(const ImpactTask& task, Index k, Index first, Index size, double eps) noexcept;
  bool rubs(const ImpactTask& task) const noexcept;
  void refuse_impossible(double noise) noexcept;
  // impact_joint.cpp
  void at_once(const ImpactTask& task);
  void all_by_law(const ImpactTask& task, bool plastic);
  void gather_all();
  bool gather_equals(const ImpactTask& task, Index k, double noise);
  bool strike_equals(const ImpactTask& task);
  bool all_push(const ImpactTask& task, bool plastic);
  bool meet(const ImpactTask& task, bool plastic);
  void fill_problem(const ImpactTask& task);
  bool press(const std::vector<double>& more);
  bool press(const ImpactTask& task);
  bool give_back(const ImpactTask& task, const std::vector<double>& before);
  // impact_parts.cpp
  bool press_in_parts(const ImpactTask& task);
  bool add_parts(const ImpactTask& task, double least);
  SlipTask slip_of(const ImpactTask& task, Index k, Index first, Index size,
                   double eps) const noexcept;
  void note_work(const std::vector<double>& p, const std::vector<double>& speed) noexcept;
  void book_straight(const ImpactTask& task) noexcept;
  const ImpactAnswer& finish(const ImpactTask& task) noexcept;
  double energy(const Task& rows, const double* v) noexcept;

  Index n_, m_, tangents_;
  ReducedRows reduced_;  // contacts, then tangential rows, on what equality rows leave free
  Unilateral joint_;
  std::vector<Index> place_;  // of tangential row t among the reduced rows: −1 where idle
  std::vector<unsigned char> hit_, binds_, kind_;
  std::vector<double> A_, b_, zero_;   // all rows; what is asked of Δv; n zeros
  std::vector<double> G_, speed_, p_;  // reduced: n_k·n_l, speeds, impulses
  std::vector<double> v_, dv_, share_, impulses_, tangent_impulses_, Mv_;
  std::vector<Index>
      members_;  // reduced rows of the contacts that are struck at once, then their tangents
  ContactProblem problem_;  // of these
  ContactSolver solver_;
  double work_ = 0, parts_ = 0;  // left of what a blow may cost: multiplications, blows in parts
  std::vector<double> part_;     // impulses of one round of these
  ImpactAnswer answer_;
};

}  // namespace zwang::least
