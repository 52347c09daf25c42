// SPDX-License-Identifier: Apache-2.0
// A blow at one contact: without friction in closed form, with friction along its slip path.

#include "laws/impact.h"

namespace zwang::least {

static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// First and count of the tangential rows by which friction acts on reduced row k; none where none does.
std::pair<Index, Index> Impact::tangents_of(const ImpactTask& task, Index k) const noexcept {
  const Index row = reduced_.row_of(k);
  Index first = 0, size = 0;
  if (!task.friction || !(task.friction[row] > 0)) return {0, 0};
  for (Index t = 0; t < task.tangents && size < 3; ++t)
    if (task.tangent_of[t] == row && place_[at(t)] >= 0) first = size++ ? first : t;
  return {first, size};
}

void Impact::strike_one(const ImpactTask& task, Index k) noexcept {
  const Index row = reduced_.row_of(k);
  const double eps = task.restitution ? task.restitution[row] : 0;
  hit_[at(row)] = 1;
  ++answer_.blows;
  const auto [first, size] = tangents_of(task, k);
  if (size > 0) return rub_along(task, k, first, size, eps);
  const double G = G_[at(k * reduced_.count() + k)], g = speed_[at(k)];
  const double p = -(1 + eps) * g / G;
  answer_.carnot += (1 - eps) / (1 + eps) * 0.5 * p * p * G;
  push(k, p);
  speed_[at(k)] = -eps * g;  // exactly
}

/// What follow_slip is asked of contact k. Reduced rows have length 1; friction is asked of the rows as they are.
SlipTask Impact::slip_of(const ImpactTask& task, Index k, Index first, Index size,
                         double eps) const noexcept {
  const Index row = reduced_.row_of(k), count = reduced_.count();
  SlipTask one;
  one.tangents = size;
  one.friction = task.friction ? task.friction[row] : 0;
  one.restitution = eps;
  one.law = task.law ? static_cast<RestitutionLaw>(task.law[row]) : RestitutionLaw::stronge;
  const auto place = [&](Index i) { return i == 0 ? k : place_[at(first + i - 1)]; };
  for (Index i = 0; i <= size; ++i) {
    const Index a = place(i);
    one.u[i] = speed_[at(a)] * reduced_.length(a);
    for (Index j = 0; j <= size; ++j)
      one.G[i * (size + 1) + j] =
          G_[at(a * count + place(j))] * reduced_.length(a) * reduced_.length(place(j));
  }
  return one;
}

/// Normal and tangential impulse together.
void Impact::rub_along(const ImpactTask& task, Index k, Index first, Index size,
                       double eps) noexcept {
  const SlipBlow blow = follow_slip(slip_of(task, k, first, size, eps));
  const auto place = [&](Index i) { return i == 0 ? k : place_[at(first + i - 1)]; };
  answer_.reduced = answer_.reduced || blow.reduced;
  for (Index i = 0; i <= size; ++i) push(place(i), blow.P[i] * reduced_.length(place(i)));
  for (Index i = 0; i <= size; ++i)
    speed_[at(place(i))] = blow.u[i] / reduced_.length(place(i));  // exactly
  answer_.carnot -= blow.normal_work;
  answer_.rubbed -= blow.friction_work;
}

bool Impact::rubs(const ImpactTask& task) const noexcept {
  for (Index k = 0; k < reduced_.count() && reduced_.row_of(k) < m_; ++k)
    if (tangents_of(task, k).second > 0) return true;
  return false;
}

}  // namespace zwang::least
