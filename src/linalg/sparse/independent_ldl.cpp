// SPDX-License-Identifier: Apache-2.0
#include "linalg/sparse/independent_ldl.h"

#include "linalg/sparse/ldl_elimination.h"

namespace zwang::linalg {

// So large a pivot takes a row out: what others get from it, and it from others, is nothing.
void factor_independent(const LdlPattern& p, const double* H, const double* diagonal, double least,
                        SparseLdl& f, std::vector<Index>& left_out) {
  constexpr double out = 1e300;
  eliminate(p, H, diagonal, f, [&](Index k, double& pivot) {
    if (pivot > least) return true;
    left_out.push_back(p.order[static_cast<std::size_t>(k)]);
    pivot = out;
    return true;
  });
}

}  // namespace zwang::linalg
