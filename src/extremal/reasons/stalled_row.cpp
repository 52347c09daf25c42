// SPDX-License-Identifier: Apache-2.0
#include "extremal/reasons/stalled_row.h"

#include "linalg/gram_schmidt.h"
#include "linalg/vector.h"

namespace zwang::extremal {

namespace {

constexpr double nothing = 1e-6;  // of a gradient, beside that of the guess
constexpr int most_steps = 60;    // Newton's halve the distance to a double root

// Brings rates onto the rows; the row whose gradient vanishes on the way, or −1.
Index stalls(const variation::Functional& f, double t, const double* x, double* v) {
  std::vector<double> value(at(f.velocities)), by_x(at(f.velocities * f.n)), by_v(by_x);
  std::vector<double> step(at(f.n)), first(at(f.velocities));
  for (int iteration = 0; iteration < most_steps; ++iteration) {
    if (!f.velocity_rows(f.self, t, x, v, value.data(), by_x.data(), by_v.data())) return -1;
    linalg::RowSpace space(f.n);
    std::vector<double> demand;
    for (Index k = 0; k < f.velocities; ++k) {
      const double* const row = by_v.data() + k * f.n;
      const double length = linalg::norm(row, f.n);
      if (iteration == 0) first[at(k)] = length;
      if (length < nothing * first[at(k)]) return k;
      if (space.add(row, 1e-9)) demand.push_back(-value[at(k)]);
    }
    space.shortest(demand.data(), step.data());
    for (Index i = 0; i < f.n; ++i) v[i] += step[at(i)];
  }
  return -1;
}

}  // namespace

Stalled stalled_row(const Question& question, const variation::Functional& functional,
                    const bvp::Curve& guess) {
  const bool fixed[] = {question.end_rows().starts_fixed(), question.end_rows().ends_fixed()};
  for (const int end : {0, 1}) {
    if (!fixed[end]) continue;
    const double* const z = guess.at(end * guess.intervals());
    std::vector<double> v(z + guess.n, z + 2 * guess.n);
    for (double& rate : v) rate /= question.span().length;
    const Index row = stalls(functional, question.span().time(end), z, v.data());
    if (row >= 0) return {question.two_ends().lambda_rows[at(row)], end};
  }
  return {};
}

}  // namespace zwang::extremal
