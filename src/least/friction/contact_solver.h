// SPDX-License-Identifier: Apache-2.0
#pragma once
// The forces of all contacts of one instant: several finders, one verifier, one prover.

#include <vector>

#include "least/friction/contact_problem.h"
#include "least/friction/island.h"

namespace zwang::least {

struct ContactOptions {
  const ContactMode* last = nullptr;  // tried first, and kept where it still verifies
  /// Whether to say if there are others: then modes are looked through, up to so many per island. Where
  /// everything can rest it does, and nothing is counted unless `count_at_rest`.
  bool count = false, count_at_rest = false;
  Index most_nodes = 5000;
};

/// Asked at events, not at steps: it allocates.
class ContactSolver {
 public:
  const ContactAnswer& solve(const ContactProblem& problem, const ContactOptions& options = {});

 private:
  void solve_island(const Island& island, const ContactOptions& options);
  void take(const Island& island, const double* r);
  bool break_static(const ContactProblem& problem);
  void note(ContactVerdict verdict);

  std::vector<unsigned char> broken_;
  std::vector<double> r_, a_, other_;
  ContactMode mode_;
  ContactAnswer answer_;
};

/// The least factor t by which all coefficients can be multiplied so that everything still rests: the
/// margin to slip is 1 − t. Infinite where nothing rests, or some other force than friction is missing.
/// Only of what is at zero slip and closed in the mode; others keep their forces r.
double least_friction(const ContactProblem& problem, const ContactAnswer& answer);

}  // namespace zwang::least
