// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the eigenvalues of small motions move while a parameter changes, and where motions begin to grow or to decay.

#include <complex>
#include <string>
#include <vector>

#include "zwang/linear.h"

namespace zwang {

struct RootLocusOptions {
  std::string over;  // a parameter,
  double from = 0, to = 0;
  std::size_t points = 101;  // evenly spaced, both ends included; more where eigenvalues move fast
  LinearOptions linear;      // near which state
};

/// Where eigenvalues cross the imaginary axis.
struct RootCrossing {
  double parameter = 0;
  double frequency = 0;  // angular; 0: a real eigenvalue passes zero
  bool to_unstable = false;
};

struct RootLocus {
  std::string problem;  // why there is no answer; empty: there is one
  std::string over;
  std::vector<double> parameters;  // ascending or descending, as asked
  /// By branch, then by parameter; NaN where a branch has no eigenvalue: it is zero there. A pair is two branches.
  std::vector<std::vector<std::complex<double>>> branches;
  std::vector<Stability> stability;  // by parameter
  std::vector<RootCrossing> crossings;
  std::string text;                // where it is stable, in sentences
  std::vector<std::string> notes;  // values at which there are no linear equations
};

/// Linearises the model at every value, near the state that is found for it. Throws as linearise does.
RootLocus root_locus(const Model& model, const RootLocusOptions& options);

std::string to_json(const RootLocus& locus, const Model& model);

}  // namespace zwang
