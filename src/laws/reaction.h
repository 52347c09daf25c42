// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reactions that depend on forces which depend on them: Coulomb's friction makes the normal force, and
// the normal force makes the friction. Multipliers are affine in C, C is linear in the p reactions
// s it reads, so that s = |σ(s)|, σ(s) = σ₀ + J s: an absolute value equation, with none, one or
// several answers.

#include <vector>

#include "base/index.h"

namespace zwang::least {

enum class Sense : unsigned char {
  norm,      // s = ‖σ_k‖, of as many components as it has
  positive,  // s = max(0, σ): a unilateral contact, which cannot pull
  plain,     // s = σ
};

enum class Answers : unsigned char {
  unique,   // there is one, and it is proven that there is no other
  none,     // it is proven that there is none: impact without collision
  several,  // more than one was found
  found,    // one was found; whether there are others is not known
  unknown,  // none was found; whether there are any is not known
};

struct ReactionTask {
  Index p = 0;
  const Sense* sense = nullptr;   // p
  const Index* size = nullptr;    // p: components of σ that each owns, one after the other
  const double* sigma = nullptr;  // Σ size: σ₀
  const double* J = nullptr;      // Σ size × p, row-major
  const double* start = nullptr;  // p: where to begin (the ideal s), or null: |σ₀|
};

/// σ(s) and its Jacobian (Σ size × p, row-major) at s; false where they cannot be computed.
using SigmaFunction = bool (*)(void* context, const double* s, double* sigma, double* J);

/// Pointers into the solver, until its next call.
struct ReactionAnswer {
  static constexpr Index most = 8;
  Answers answers = Answers::unknown;
  Index count = 0;  // of answers listed, at most `most`; first the one that start leads to
  const double* s = nullptr;  // count × p
  double residual = 0;        // of the first: s − |σ(s)|, relative to what they are made of
  double contraction = 0;     // bound of how much |σ(s)| moves when s does; < 1 proves uniqueness
  Index iterations = 0;
};

class ReactionSolver {
 public:
  ReactionSolver(Index p, Index components);

  const ReactionAnswer& solve(const ReactionTask& task) noexcept;

  /// σ as a function: of `task` sense, size and start are read. Newton with damping; never `unique`,
  /// never `none`.
  const ReactionAnswer& solve(const ReactionTask& task, SigmaFunction sigma,
                              void* context) noexcept;

 private:
  void begin(const ReactionTask& task) noexcept;
  double contraction(const ReactionTask& task) noexcept;
  void quadratic(const ReactionTask& task) noexcept;
  bool enumerate(const ReactionTask& task) noexcept;
  bool try_branch(const ReactionTask& task, unsigned pattern, bool* singular) noexcept;
  void search(const ReactionTask& task) noexcept;
  bool newton(const ReactionTask& task, SigmaFunction sigma, void* context) noexcept;
  bool newton_step(const ReactionTask& task) noexcept;
  double misfit(const ReactionTask& task, const double* s) noexcept;
  void keep(const ReactionTask& task) noexcept;

  std::vector<double> s_, start_, step_, trial_, sigma_, J_, F_, A_, list_, weight_, image_;
  std::vector<Index> order_;
  ReactionAnswer answer_;
};

}  // namespace zwang::least
