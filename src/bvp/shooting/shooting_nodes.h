// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where shots begin.

#include "bvp/curve.h"
#include "bvp/shooting/matching.h"

namespace zwang::bvp {

/// How far a shot may go: neighbours part by no more than `growth`, and x stays as near to the
/// guess as `departure`, in scales.
struct Reach {
  double growth = 1e3, departure = 1;
};

Nodes even_nodes(const Curve& guess, Index pieces);

/// Along the guess, each as far from the one before as a shot from there goes.
Nodes lay_nodes(const Bvp& bvp, const Scales& scales, const Curve& guess, const Reach& reach);

}  // namespace zwang::bvp
