// SPDX-License-Identifier: Apache-2.0
#include "model/shown_rates.h"

#include <algorithm>

namespace zwang {

namespace {

double squared(const double* e) { return e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]; }

// 2 vec(d ē)/|e|²
void turning(const double* e, const double* d, double* out) noexcept {
  const double c = 2 / squared(e);
  out[0] = c * (e[0] * d[1] - d[0] * e[1] + (e[2] * d[3] - e[3] * d[2]));
  out[1] = c * (e[0] * d[2] - d[0] * e[2] + (e[3] * d[1] - e[1] * d[3]));
  out[2] = c * (e[0] * d[3] - d[0] * e[3] + (e[1] * d[2] - e[2] * d[1]));
}

// ω̇ = 2 vec(ë ē)/|e|² − 2 (e·ė)/|e|² ω
void turning_faster(const double* e, const double* d, const double* dd, double* out) noexcept {
  double omega[3];
  turning(e, d, omega);
  turning(e, dd, out);
  const double growth = (e[0] * d[0] + e[1] * d[1] + e[2] * d[2] + e[3] * d[3]) / squared(e);
  for (int k = 0; k < 3; ++k) out[k] -= 2 * growth * omega[k];
}

// ė = ½ (0, ω) e leaves F·ė = τ·ω.
void torque(const double* e, const double* F, double* out) noexcept {
  out[0] = 0.5 * (e[0] * F[1] - F[0] * e[1] + (e[2] * F[3] - e[3] * F[2]));
  out[1] = 0.5 * (e[0] * F[2] - F[0] * e[2] + (e[3] * F[1] - e[1] * F[3]));
  out[2] = 0.5 * (e[0] * F[3] - F[0] * e[3] + (e[1] * F[2] - e[2] * F[1]));
}

constexpr const char* axes[] = {"x", "y", "z"};

}  // namespace

ShownRates::ShownRates(const compile::Names& names, const equations::Equations& equations) {
  struct Shown {
    std::string rate, acceleration, force;
  };
  std::vector<Shown> all;
  for (const std::string& q : names.coordinates) all.push_back({q + "'", q + "''", q});
  std::vector<unsigned char> left_out(all.size(), 0);
  const auto number = [](Index i) { return static_cast<std::size_t>(i); };
  const Index bodies = equations.solids ? equations.solids->tree.size() : 0;
  for (Index b = 0; b < bodies; ++b) {
    const bodies::Body& body = equations.solids->tree.bodies[number(b)];
    if (!bodies::has_quaternion(body.joint)) continue;
    const std::string& name = names.bodies[number(b)];
    Index first = equations.solids->first + body.q;
    const auto call = [&](Index i, const std::string& noun, int k, const std::string& force) {
      const std::string own = name + ".joint_" + noun + "." + axes[k];
      all[number(i)] = {own, own + "'", force};
    };
    if (body.joint == bodies::Joint::free) {
      for (int k = 0; k < 3; ++k)
        call(first + k, "velocity", k, names.coordinates[number(first + k)]);
      first += 3;
    }
    for (int k = 0; k < 3; ++k) call(first + k, "omega", k, name + ".joint_torque." + axes[k]);
    left_out[number(first + 3)] = 1;
    quaternions_.push_back(first);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (left_out[i]) continue;
    rates_.push_back(std::move(all[i].rate));
    accelerations_.push_back(std::move(all[i].acceleration));
    forces_.push_back(std::move(all[i].force));
  }
}

Index ShownRates::quaternion_of(Index i) const noexcept {
  const auto behind = std::upper_bound(quaternions_.begin(), quaternions_.end(), i);
  if (behind == quaternions_.begin()) return -1;
  const Index first = *std::prev(behind);
  return i < first + 4 ? first : -1;
}

namespace {

// Calls plain(i, place) for coordinates that are shown as they are and turned(first, place) for
// quaternions; place is the place among what is shown.
template <class Plain, class Turned>
void walk(const std::vector<Index>& quaternions, std::size_t shown, Plain plain, Turned turned) {
  std::size_t place = 0;
  Index i = 0;
  for (const Index first : quaternions) {
    for (; i < first; ++i) plain(i, place++);
    turned(first, place);
    place += 3;
    i += 4;
  }
  for (; place < shown; ++i) plain(i, place++);
}

}  // namespace

void ShownRates::rates(const double* q, const double* v, double* shown) const noexcept {
  walk(
      quaternions_, size(), [&](Index i, std::size_t place) { shown[place] = v[i]; },
      [&](Index first, std::size_t place) { turning(q + first, v + first, shown + place); });
}

void ShownRates::accelerations(const double* q, const double* v, const double* a,
                               double* shown) const noexcept {
  walk(
      quaternions_, size(), [&](Index i, std::size_t place) { shown[place] = a[i]; },
      [&](Index first, std::size_t place) {
        turning_faster(q + first, v + first, a + first, shown + place);
      });
}

void ShownRates::forces(const double* q, const double* F, double* shown) const noexcept {
  walk(
      quaternions_, size(), [&](Index i, std::size_t place) { shown[place] = F[i]; },
      [&](Index first, std::size_t place) { torque(q + first, F + first, shown + place); });
}

std::size_t ShownRates::forces(std::span<const Index> coordinates, const double* q, const double* F,
                               double* shown) const noexcept {
  std::size_t count = 0;
  for (std::size_t k = 0; k < coordinates.size();) {
    const Index first = quaternion_of(coordinates[k]);
    if (first < 0) {
      shown[count++] = F[k++];
      continue;
    }
    double along[4] = {0, 0, 0, 0};
    for (; k < coordinates.size() && coordinates[k] < first + 4; ++k) {
      along[coordinates[k] - first] = F[k];
    }
    torque(q + first, along, shown + count);
    count += 3;
  }
  return count;
}

std::vector<std::string> ShownRates::forces(std::span<const Index> coordinates) const {
  std::vector<std::string> names;
  Index before = -1;  // the quaternion that was told last
  for (const Index i : coordinates) {
    const Index first = quaternion_of(i);
    if (first >= 0 && first == before) continue;
    before = first;
    const auto skipped =
        std::lower_bound(quaternions_.begin(), quaternions_.end(), first < 0 ? i : first) -
        quaternions_.begin();
    const auto place = static_cast<std::size_t>((first < 0 ? i : first) - skipped);
    for (std::size_t k = 0; k < (first < 0 ? 1u : 3u); ++k) names.push_back(forces_[place + k]);
  }
  return names;
}

void ShownRates::set_rate(std::size_t number, double value, const double* q,
                          double* v) const noexcept {
  walk(
      quaternions_, size(),
      [&](Index i, std::size_t place) {
        if (place == number) v[i] = value;
      },
      [&](Index first, std::size_t place) {
        if (number < place || number >= place + 3) return;
        const double* const e = q + first;
        double w[3];
        turning(e, v + first, w);
        w[number - place] = value;
        double* const d = v + first;
        d[0] = -0.5 * (w[0] * e[1] + w[1] * e[2] + w[2] * e[3]);
        d[1] = 0.5 * (e[0] * w[0] + (w[1] * e[3] - w[2] * e[2]));
        d[2] = 0.5 * (e[0] * w[1] + (w[2] * e[1] - w[0] * e[3]));
        d[3] = 0.5 * (e[0] * w[2] + (w[0] * e[2] - w[1] * e[1]));
      });
}

}  // namespace zwang
