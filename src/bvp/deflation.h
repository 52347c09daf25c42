// SPDX-License-Identifier: Apache-2.0
#pragma once
// Newton's iteration kept away from solutions that are known: of Π (1/d² + 1) F, where d are the
// distances from them, its step is that of F times a number. Farrell, Birkisson, Funke, SIAM Journal
// on Scientific Computing 37 (2015).

#include <vector>

#include "bvp/curve.h"

namespace zwang::bvp {

class Deflation {
 public:
  explicit Deflation(const std::vector<const Curve*>& known) : known_(known) {}

  double factor(const Curve& from, const Curve& step) const noexcept;

 private:
  std::vector<const Curve*> known_;
};

/// Mean distance of two curves, relative to the size of the first: of x, v and p.
double distance(const Curve& a, const Curve& b);

}  // namespace zwang::bvp
