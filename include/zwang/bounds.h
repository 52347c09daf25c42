// SPDX-License-Identifier: Apache-2.0
#pragma once
// Rigorous bounds of an instant: between which two numbers each acceleration, force and multiplier
// lies, proved by verified linear algebra (doc/guide/certified.md).
//
// What is proved: that the instant of exactly these M, Q, A, b and C, of the rows named in `rows`,
// exists, is the only one, and lies between the bounds. How M, Q, A and b were computed from a
// model is not part of it; `uncertainty` adds a relative uncertainty of each of these numbers.
// That rows which are not in `rows` depend on those is the rank rule's decision and no theorem:
// how far they are from being met is in `residual`, which is proved.

#include <string>
#include <vector>

#include "zwang/instant.h"

namespace zwang {

class Model;
struct ModelInstant;

struct Enclosure {
  std::vector<double> lower, upper;
};

struct Bounds {
  bool proved = false;
  std::string reason;             // if not, why not: a sentence
  std::vector<std::size_t> rows;  // the independent rows, ascending
  Enclosure acceleration;         // n  ẍ
  Enclosure force_lagrange;       // n  F^L
  Enclosure force_coulomb;        // n  F^C
  Enclosure multipliers;          // m  λ; NaN where it is not unique
  Enclosure residual;             // m  b − A ẍ, of all rows
  double condition = 0;           //    κ of the system solved, an estimate
};

/// Bounds of the instant of `problem`; `instant` is its answer, of which rank, status and
/// uniqueness are taken, and no number.
Bounds certified_bounds(const Problem& problem, const Instant& instant, double uncertainty = 0);

/// The same of an instant of a model.
Bounds certified_bounds(const Model& model, const ModelInstant& instant, double uncertainty = 0);

}  // namespace zwang
