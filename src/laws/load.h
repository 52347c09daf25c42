// SPDX-License-Identifier: Apache-2.0
#pragma once
// How redundant rows share what they bear: of all λ with the same force Aᵀλ and λ ≥ 0 on contacts the
// shortest. One foot more or less then changes the others a little, where a basic solution would hand
// the whole weight to three of ten.

#include <vector>

#include "laws/unilateral.h"

namespace zwang::least {

class Load {
 public:
  Load(Index n, Index m);

  /// lambda: in, multipliers that Unilateral found; out, the shortest that do the same. Rows that
  /// leave keep λ = 0. Worth calling where UnilateralAnswer::unique is false.
  Status share(const Task& task, const unsigned char* kind, const unsigned char* binds,
               double* lambda) noexcept;

 private:
  Index n_, m_;
  Unilateral shortest_;  // of m multipliers; rows: the n forces, then λ ≥ 0
  std::vector<unsigned char> kind_, binds_;
  std::vector<double> unit_, Q_, A_, b_;
};

}  // namespace zwang::least
