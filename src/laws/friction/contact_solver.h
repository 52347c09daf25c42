// SPDX-License-Identifier: Apache-2.0
#pragma once
// The forces of all contacts of one instant: several finders, one verifier, one prover.

#include <vector>

#include "laws/friction/contact_problem.h"
#include "laws/friction/island.h"

namespace zwang::least {

class IslandSolver;

struct ContactOptions {
  const ContactMode* last = nullptr;  // tried first, and kept where it still verifies
  /// Whether to say if there are others: then modes are looked through, up to so many per island. Where
  /// everything can rest it does, and nothing is counted unless `count_at_rest`.
  bool count = false, count_at_rest = false;
  Index most_nodes = 5000;
  /// So many multiplications, roughly, per island; what then is not found stays unknown. Not a time: the same
  /// input has the same answer on every machine.
  double work = 1e300;
};

/// Asked at events, not at steps: it allocates.
class ContactSolver {
 public:
  const ContactAnswer& solve(const ContactProblem& problem, const ContactOptions& options = {});

 private:
  void solve_island(const Island& island, const ContactOptions& options, IslandSolver& solver);
  void take(const Island& island, const double* r);
  bool break_static(const ContactProblem& problem);
  void note(ContactVerdict verdict);

  std::vector<unsigned char> broken_;
  std::vector<double> r_, a_, other_;
  ContactMode mode_;
  ContactAnswer answer_;
};

struct SlipFactor {
  double needed =
      0;  // part of the coefficient of sticking: 1 where it slides, 0 where nothing presses
  bool shared =
      false;  // redundant contacts share a load: `needed` is the least factor of all coefficients of
              // the island with which an admissible share exists
};

/// How near to slipping each is, by rubbing: the margin is what is left of 1.
std::vector<SlipFactor> slip_factors(const ContactProblem& problem, const ContactAnswer& answer);

}  // namespace zwang::least
