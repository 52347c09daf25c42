// SPDX-License-Identifier: Apache-2.0
#include "support/twin_blow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang::test {

bool deal(TwinBlow& blow) {
  const double nn = blow.G[0], nt = blow.G[1], tt = blow.G[2], before = blow.u[0];
  const double never = std::numeric_limits<double>::infinity();
  double compressed = 0, stored = 0,
         returned = 0;  // impulse and work of compression; work given back
  bool compresses = true;
  for (int piece = 0; piece < 12; ++piece) {
    double &un = blow.u[0], &ut = blow.u[1];
    const bool still = std::abs(ut) <= 1e-14 * (std::abs(before) + std::abs(ut));
    double f = ut > 0 ? -blow.mu : blow.mu;
    if (still) f = std::abs(nt) <= blow.mu * tt ? -nt / tt : nt > 0 ? -blow.mu : blow.mu;
    if (blow.mu == 0) f = 0;
    const double dn = nn + nt * f, dt = nt + tt * f;
    double x = !still && ut * dt < 0 && blow.mu > 0 ? -ut / dt : never;
    const bool stops = x < never;
    double end = never;
    if (compresses) {
      end = dn > 0 ? -un / dn : never;
    } else if (blow.law == TwinLaw::newton) {
      end = dn > 0 ? (-blow.eps * before - un) / dn : never;
    } else if (blow.law == TwinLaw::poisson) {
      end = (1 + blow.eps) * compressed - blow.P[0];
    } else {
      const double left = blow.eps * blow.eps * stored - returned;
      const double root = std::sqrt(std::max(0.0, un * un + 2 * dn * left));
      end = left <= 0 ? 0 : un + root > 0 ? 2 * left / (un + root) : never;
    }
    const bool ends = end <= x;
    x = std::max(0.0, std::min(x, end));
    const double work = x * (un + 0.5 * dn * x);
    (compresses ? stored : returned) += compresses ? -work : work;
    blow.work += work + f * x * (ut + 0.5 * dt * x);
    blow.P[0] += x;
    blow.P[1] += f * x;
    un += dn * x;
    ut = stops && !ends ? 0 : ut + dt * x;
    if (still && std::abs(nt) <= blow.mu * tt) ut = 0;
    if (!ends) continue;
    if (!compresses) return blow.work <= 1e-13 * before * before / nn;
    compresses = false;
    compressed = blow.P[0];
    un = 0;
    if (blow.eps == 0) return true;
  }
  return false;
}

}  // namespace zwang::test
