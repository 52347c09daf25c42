// SPDX-License-Identifier: Apache-2.0
// Contacts that are struck at once where no impulses for all of them are found in bounded work: in parts, none before
// the other. From the same speeds each that approaches has its own blow without restitution, along its slip path; the
// mean of these blows is dealt, and again, until nothing approaches. Kinetic energy is convex, so that a mean takes
// energy as each of them does; it keeps friction in its cones, and no order of rows is chosen.

#include <algorithm>
#include <cmath>

#include "laws/impact.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// One round, into part_. False: none approaches faster than `least`.
bool Impact::add_parts(const ImpactTask& task, double least) {
  part_.assign(at(reduced_.count()), 0.0);
  Index struck = 0;
  for (Index i = 0; i < problem_.normals; ++i) {
    const Index k = members_[at(i)];
    if (!(approach(k) > least)) continue;
    const auto [first, size] = tangents_of(task, k);
    const SlipBlow blow = follow_slip(slip_of(task, k, first, size, 0));
    if (!blow.ended) continue;
    ++struck;
    hit_[at(reduced_.row_of(k))] = 1;
    part_[at(k)] += blow.P[0] * reduced_.length(k);
    for (Index j = 0; j < size; ++j) {
      const Index t = place_[at(first + j)];
      part_[at(t)] += blow.P[j + 1] * reduced_.length(t);
    }
  }
  parts_ -= static_cast<double>(struck);
  if (struck == 0) return false;
  // From the mean on to where the energy is least, up to their sum.
  const Index count = reduced_.count();
  double gives = 0, takes = 0;
  for (Index k = 0; k < count; ++k) {
    if (part_[at(k)] == 0) continue;
    gives -= part_[at(k)] * speed_[at(k)];
    for (Index l = 0; l < count; ++l) takes += part_[at(k)] * G_[at(k * count + l)] * part_[at(l)];
  }
  const double mean = 1 / static_cast<double>(struck);
  const double s = takes > 0 ? std::clamp(gives / takes, mean, 1.0) : mean;
  for (double& p : part_) p *= s;
  return true;
}

/// False: too many parts, or they lead nowhere; impulses were added all the same.
bool Impact::press_in_parts(const ImpactTask& task) {
  double fastest = 0;
  for (Index i = 0; i < problem_.normals; ++i)
    fastest = std::fmax(fastest, approach(members_[at(i)]));
  if (!(fastest > 0)) return true;
  const double least = 1e-13 * fastest;
  while (parts_ > 0 && add_parts(task, least)) {
    for (Index k = 0; k < reduced_.count(); ++k)
      if (part_[at(k)] != 0) push(k, part_[at(k)]);
  }
  double left = 0;
  for (Index i = 0; i < problem_.normals; ++i) left = std::fmax(left, approach(members_[at(i)]));
  return left <= 1e-6 * fastest;
}

}  // namespace zwang::least
