// SPDX-License-Identifier: Apache-2.0
#pragma once
// Lagrange's problem on a polygon: down to the least action of those whose links satisfy velocity
// rows, roughly. Newton's steps of BoundSystem, shifted until they go down along the rows, and
// shortened until S + ν Σ|c| falls: rows are met on the way, not before. Nocedal and Wright,
// Numerical Optimization, chapter 18.

#include "variation/polygon/bound_system.h"

namespace zwang::variation {

/// Constants that vary with the polygon; formulas and the times of the ends know them.
struct Constants {
  void* self = nullptr;
  /// Takes p, until others come; t0 and t1 follow from it. False: they cannot be.
  bool (*set)(void* self, const double* p, double* t0, double* t1) noexcept = nullptr;
  /// c, the rates of ∂L/∂p by τ at z = (x, dx/dτ, λ), and how they answer to z (u × size of z) and to p
  /// (u × u), x and dx/dτ held.
  void (*slopes)(void* self, double tau, const double* z, double* c, double* cz,
                 double* cp) noexcept = nullptr;
};

class BoundDescent {
 public:
  /// The polygon's ends are those of the guess; x, λ (links × velocities) and p are changed by run().
  BoundDescent(const Functional& functional, const Constants& constants, const DiscreteGuess& guess,
               std::vector<double> p);

  /// From x, with λ = 0. True: the last step was a full one, and small beside the curve.
  bool run(std::vector<double> x, int most_iterations);

  std::vector<double> x, lambda, p;
  double action = 0;
  int iterations = 0;

 private:
  /// S and how far rows are missed, at a trial.
  struct Merit {
    double action = 0, missed = 0;
    double at(double nu) const { return action + nu * missed; }  // [ENDS 27]
  };
  bool set(const std::vector<double>& values) noexcept;
  bool merit(const std::vector<double>& nodes, const std::vector<double>& values, Merit& merit);
  bool expand();
  void expand_by_constants();
  bool find_step();
  bool search();
  bool helps(double part, double rate, double most);
  bool bend(double rate, Merit& there);
  double longest_part() const;
  void try_part(double part);
  bool is_small() const;

  /// A move of all that varies; of a trial, where it leads.
  struct Move {
    std::vector<double> x, lambda, p;
  };
  Index varied() const { return static_cast<Index>(p.size()); }

  Polygon polygon_;
  Constants constants_;
  Index n_, m_;
  DiscreteAction action_;
  BoundSystem system_;
  struct {
    double shift = 0, used = 0;  // of L_xx, in units of a free particle: the next one, the last one
    double penalty = 0;          // ν
    double part = 1;             // of the last step
    double reach = 0;            // of the polygon
  } damping_;
  Merit now_;  // at x and p
  struct {
    std::vector<double> c, by_left, by_right, trial;
  } rows_;
  ByConstants by_;
  struct {
    std::vector<double> z, rates, by_z, by_p;
  } middle_;  // of a link
  Move step_, trial_, bent_;
};

/// Fills x, λ and p of the guess: from it, and where that comes to nothing from bumps beside it. p: in
/// and out. Functionals with rows of the position level, or with integrals, are not taken.
DiscreteResult minimise_bound(const Functional& functional, const Constants& constants,
                              DiscreteGuess& guess, std::vector<double>& p, int most_iterations);

}  // namespace zwang::variation
