// SPDX-License-Identifier: Apache-2.0
#pragma once
// Contacts that push each other, apart from those that do not, each island in units of its own: c of
// order 1, G = H Hᵀ with a largest diagonal entry of 1. Then no tolerance depends on anybody's units.

#include <vector>

#include "laws/friction/contact_problem.h"

namespace zwang::least {

/// What rubs in an island; rows and normals by their numbers there.
struct IslandRubbing {
  Index whole = 0;  // number in the problem
  Index first = 0, rows = 0;
  double limit = 0;                       // ℓ
  std::vector<Coefficient> coefficients;  // `sliding` is what counts
  bool slides = false;
  double direction[3] = {0, 0, 0};
};

/// H of an island by its entries, with its own columns alone.
struct IslandRows {
  Index freedom = 0;
  std::vector<Index> begin{0}, column;
  std::vector<double> value;
};

struct Island {
  Index n = 0, normals = 0;
  std::vector<double> c;             // n
  IslandRows H;                      // G = H Hᵀ
  std::vector<Index> row;            // n: in the problem
  std::vector<unsigned char> sided;  // normals
  std::vector<IslandRubbing> rubbing;
  double acceleration = 1, force = 1;  // what 1 stands for

  /// G in full, from the first time that it is asked for.
  const std::vector<double>& G() const;
  double entry(Index i, Index j) const { return G()[static_cast<std::size_t>(i * n + j)]; }
  /// a ← G r + c.
  void accelerate(const double* r, double* a) const;
  /// L of a rubbing, N with the signs of `press` (null: |N|).
  double limit(const IslandRubbing& x, const double* r) const;
  /// True where some of what presses is bilateral: L has a sign to choose.
  bool signed_limit(const IslandRubbing& x) const;

 private:
  mutable std::vector<double> G_;
};

/// `broken`: by rubbing, 1 where the coefficient of sliding counts, else that of sticking.
std::vector<Island> islands_of(const ContactProblem& problem,
                               const std::vector<unsigned char>& broken);

/// Of r and a, in units of the island.
ContactResiduals judge(const Island& island, const double* r, const double* a);
/// Of r; fills in the a that it causes.
ContactResiduals residuals_of(const Island& island, const double* r, double* a);
/// The worst of all islands, for forces and accelerations of the problem.
ContactResiduals judge(const ContactProblem& problem, const double* r, const double* a);

/// Where the law of sliding and sticking puts the friction x, given L.
void onto_disc(double limit, Index rows, double* x);

}  // namespace zwang::least
