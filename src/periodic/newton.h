// SPDX-License-Identifier: Apache-2.0
#pragma once
// One step of Newton for a periodic motion, in a basis of the tangent space.

#include <vector>

#include "periodic/question.h"

namespace zwang::periodic {

/// The linear equations at one way round, in units of the sizes: unknowns are s, then T if it is not given, then the
/// parameter if there is one.
struct Linearised {
  Index n = 0, d = 0, unknowns = 0;
  std::vector<double> basis;     // n × d
  std::vector<double> reduced;   // d × d: Bᵀ Φ B
  std::vector<double> A;         // rows × unknowns, column-major
  std::vector<double> residual;  // rows
  Index rows = 0;
  /// Of the return. Where the period is sought, in units of the way that the motion would go at its first rate:
  /// otherwise an equilibrium, which returns at any time, would draw every search to itself.
  double left = 0;
};

Linearised linearise(const Question& question, const Place& place, const Round& round,
                     bool with_parameter);

/// A row more: row·u = value.
void add_row(Linearised& linear, const std::vector<double>& row, double value);

/// The shortest u for which |A u + residual| is least; directions that change nothing, or no more than the share
/// `weak` of what the strongest changes, are counted in `null`, and the one that changes least is `weakest`.
struct ShortestStep {
  std::vector<double> u, weakest;
  Index null = 0;
};
ShortestStep shortest_step(const Linearised& linear, double weak = 0);

/// Where a step leads: the start is not on the constraints yet.
Place moved(const Question& question, const Linearised& linear, const Place& from,
            const Round& round, const std::vector<double>& u);

}  // namespace zwang::periodic
