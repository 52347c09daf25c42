// SPDX-License-Identifier: Apache-2.0
#include "extremal/difference.h"

#include <algorithm>
#include <cmath>

#include "base/contract.h"
#include "extremal/dense.h"

namespace zwang::extremal {

namespace {

/// The same place in an interval and in the half of it that contains it.
struct Place {
  GaussWeights coarse, fine;
  Index half = 0;
};

std::vector<Place> places_of(const Gauss& g) {
  std::vector<Place> places;
  const auto add = [&](double theta) {
    const Index half = theta < 0.5 ? 0 : 1;
    places.push_back(
        {weights_at(g, theta), weights_at(g, 2 * theta - static_cast<double>(half)), half});
  };
  add(0);
  for (Index j = 0; j < g.s; ++j) {
    add((g.c[j] + (j > 0 ? g.c[j - 1] : 0)) / 2);
    add(g.c[j]);
  }
  add((g.c[g.s - 1] + 1) / 2);
  add(1);
  return places;
}

}  // namespace

Difference difference(const Curve& coarse, const Curve& fine, const Scales& scales) {
  expects(fine.intervals() == 2 * coarse.intervals());
  const Index N = coarse.intervals(), d = coarse.size();
  const std::vector<Place> places = places_of(gauss(coarse.stages));
  std::vector<double> a(static_cast<std::size_t>(d)), b(a);
  Difference result;
  result.within.resize(static_cast<std::size_t>(N));
  for (Index i = 0; i < N; ++i)
    for (const Place& place : places) {
      value_within(coarse, i, place.coarse, a.data());
      value_within(fine, 2 * i + place.half, place.fine, b.data());
      for (Index k = 0; k < d; ++k)
        result.within[i] = std::fmax(result.within[i], std::fabs(a[k] - b[k]) / scales.z[k]);
    }
  const double of_z = *std::max_element(result.within.begin(), result.within.end());
  result.largest = of_z;
  for (std::size_t k = 0; k < coarse.p.size(); ++k)
    result.largest = std::fmax(result.largest, std::fabs(coarse.p[k] - fine.p[k]) / scales.p[k]);
  if (of_z > 0)
    for (double& within : result.within) within *= result.largest / of_z;
  return result;
}

}  // namespace zwang::extremal
