// SPDX-License-Identifier: Apache-2.0
#pragma once
// The discrete action S_d = Σ h F(t_{k+½}, (x_k + x_{k+1})/2, (x_{k+1} − x_k)/h) with φ(t_k, x_k) = 0
// at every node, and Newton's method that minimises it: a first guess from far away.

#include <vector>

#include "variation/functional.h"

namespace zwang::variation {

/// What is known at one end: rows over δx, independent; the others are natural. Fixed: n unit rows.
struct DiscreteEnd {
  std::vector<unsigned char> fixed;  // n: the coordinate keeps its value; empty: none does
};

struct DiscreteGuess {
  double t0 = 0, t1 = 1;
  Index intervals = 0;
  std::vector<double> x;       // (N + 1) × n; in: a guess, need not satisfy the rows; out: better
  std::vector<double> mu;      // in and out
  std::vector<double> lambda;  // N × velocities, of each link; out
  DiscreteEnd ends[2];
  std::vector<double> targets;  // of the integrals
};

struct DiscreteResult {
  bool converged = false;
  int iterations = 0;
  double action = 0;
  double slope = 0;    // what is left of the reduced gradient, relative
  Index negative = 0;  // directions in which the action falls, at the end (reduced Hessian)
};

/// Brings the nodes onto the rows, then goes down to a minimum, with damping. Integrals that cannot
/// be met leave the nodes on their rows, not converged. Functionals with velocity rows are not
/// taken: returned as they came, not converged. Roughly: until a step of Newton's does as it said.
DiscreteResult minimise(const Functional& functional, DiscreteGuess& guess, int most_iterations,
                        bool roughly = false);

/// What stays as it is while nodes move: N + 1 of them at even times, joined by straight links, some
/// coordinates of the first and the last held.
struct Polygon {
  const Functional* functional = nullptr;
  double t0 = 0, t1 = 1;
  Index links = 0;
  const DiscreteEnd* ends = nullptr;  // 2

  Index n() const { return functional->n; }
  Index nodes() const { return links + 1; }
  Index size() const { return nodes() * n(); }  // of x
  double step() const { return (t1 - t0) / static_cast<double>(links); }
  double time(Index k) const { return k == links ? t1 : t0 + static_cast<double>(k) * step(); }
  double middle(Index k) const { return t0 + (static_cast<double>(k) + 0.5) * step(); }
  /// Of the time that a node stands for.
  double weight(Index k) const { return k == 0 || k == links ? step() / 2 : step(); }

  bool holds(Index k, Index i) const {
    if (k != 0 && k != links) return false;
    const auto& fixed = ends[k == 0 ? 0 : 1].fixed;
    return !fixed.empty() && fixed[i];
  }
  bool holds_all(Index k) const {
    for (Index i = 0; i < n(); ++i)
      if (!holds(k, i)) return false;
    return true;
  }
};

}  // namespace zwang::variation
