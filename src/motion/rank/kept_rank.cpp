// SPDX-License-Identifier: Apache-2.0
#include "motion/rank/kept_rank.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flow/kept_rows.h"
#include "linalg/rank.h"
#include "linalg/vector.h"

namespace zwang::motion {

namespace {

// Rounding leaves a state eps/p off across a direction of pivot p, which turns rows by as much: p can
// be told from zero above the root of eps.
constexpr double least_pivot = 4 * 1.4901161193847656e-08;
constexpr double clearly = 1e-3;  // away from singular poses
constexpr double plainly = 1e-2;  // independent: nothing needs to be looked at
constexpr double decay = 0.98;    // of units, per step
// A start may be the one pose where a row vanishes: what it is in states around.
constexpr std::uint64_t states_around = 2;

using Set = instant::Kernel::Set;

Index& rank_of(KeptMemory& memory, Set set) {
  return set == Set::positions ? memory.positions
         : set == Set::rates   ? memory.rates
                               : memory.accelerations;
}

std::vector<double>& W_of(KeptMemory& memory, Set set) {
  return set == Set::positions ? memory.W_positions
         : set == Set::rates   ? memory.W_rates
                               : memory.W_accelerations;
}

}  // namespace

KeptRank::KeptRank(RightSide& side, Projector& projector)
    : side_(side),
      projector_(projector),
      watches_(side.equations().m > 0 && !side.laws()),
      m_(side.kernel().compared_rows(side.equations().m)),
      length_(std::max(side.equations().m, Index{1})),
      near_(2 * side.equations().n + 1),
      // Where rows are too many to be compared, none are kept.
      before_(side.kernel().kept(Set::positions).m > 0 ? m_ * m_ : Index{1}) {
  if (!watches_) return;
  const auto m = at(side.equations().m);
  memory_.unit.resize(m);
  memory_.size.resize(m);
}

void KeptRank::release() noexcept {
  projector_.measure_by(nullptr);
  for (const Set set : sets) side_.kernel().kept(set).used = false;
}

bool KeptRank::is_kept() const noexcept {
  return std::any_of(std::begin(sets), std::end(sets),
                     [this](Set set) { return side_.kernel().kept(set).used; });
}

const unsigned char* KeptRank::rows_of(Set set) const noexcept {
  return set == Set::positions ? projector_.positions().data()
         : set == Set::rates   ? projector_.rates().data()
                               : side_.mode().acts.data();
}

Index KeptRank::count(Set set) const noexcept {
  const unsigned char* const rows = rows_of(set);
  return static_cast<Index>(std::count_if(rows, rows + m_, [](unsigned char x) { return x; }));
}

// Units follow the rows whose numbers are there. False: they cannot be compared.
bool KeptRank::note_lengths(double share) noexcept {
  if (!side_.kernel().fill_lengths(side_.numbers(), side_.mode().acts.data(), length_.data())) {
    return false;
  }
  const equations::Pattern& A = side_.equations().A();
  const double* const values = side_.numbers().A();
  for (std::size_t i = 0; i < memory_.unit.size(); ++i) {
    const double size = linalg::largest(values + A.begin[i], A.begin[i + 1] - A.begin[i]);
    const double length = static_cast<Index>(i) < m_ ? length_.data()[i] : size;
    if (!std::isfinite(length) || !std::isfinite(size)) return false;
    memory_.unit[i] = std::max(length, share * memory_.unit[i]);
    memory_.size[i] = std::max(size, share * memory_.size[i]);
  }
  return true;
}

bool KeptRank::choose(Set set, double tolerance, Index most) noexcept {
  return side_.kernel().choose(set, side_.numbers(), rows_of(set),
                               {memory_.unit.data(), tolerance, most});
}

void KeptRank::begin(double t, const double* q, const double* v, bool fights) noexcept {
  if (fights) watches_ = false;
  if (!watches_) return;
  const Index n = side_.equations().n;
  side_.evaluate(equations::Stage::projection, t, q, v);
  watches_ = note_lengths(0);
  for (std::uint64_t seed = 1; watches_ && seed <= states_around; ++seed) {
    std::copy_n(q, n, near_.data());
    std::copy_n(v, n, near_.data() + n);
    draw_aside(seed, 1, n, near_.data(), near_.data() + n);
    side_.evaluate(equations::Stage::projection, t, near_.data(), near_.data() + n);
    note_lengths(1);
  }
  if (!watches_) return;
  side_.evaluate(equations::Stage::projection, t, q, v);
  choose_all(t, q, v, 0);
}

bool KeptRank::arrive(double t, const double* q, const double* v, double dt,
                      double independence) noexcept {
  if (!watches_) return false;
  const bool before = is_kept();
  if (!before && independence > plainly) return false;
  side_.evaluate(equations::Stage::projection, t, q, v);
  if (!note_lengths(decay)) return false;
  choose_all(t, q, v, dt);
  return before || is_kept();
}

// Where rank falls for a moment, in a singular pose that the step before ended in, it is what it will be.
void KeptRank::choose_all(double t, const double* q, const double* v, double dt) noexcept {
  for (const Set set : sets) {
    instant::Combination& kept = side_.kernel().kept(set);
    const Index all = count(set), before = rank_of(memory_, set);
    if (all == 0) continue;
    const bool was_used = kept.used;
    std::copy_n(kept.W.data(), kept.rank * m_, before_.data());
    if (!choose(set, least_pivot, all)) continue;
    if (dt > 0 && kept.rank < before) {
      std::copy_n(before_.data(), before * m_, kept.W.data());
      kept.used = was_used;
      kept.rank = before;
      if (!look_ahead(set, t, q, v, dt)) {
        side_.evaluate(equations::Stage::projection, t, q, v);
        choose(set, least_pivot, all);
      }
    }
    rank_of(memory_, set) = kept.rank;
    kept.used = kept.rank < all;
  }
  projector_.measure_by(is_kept() ? memory_.size.data() : nullptr);
}

// Whether rows are as independent as before a little farther on; their combinations are then those of
// there.
bool KeptRank::look_ahead(Set set, double t, const double* q, const double* v, double dt) noexcept {
  const Index n = side_.equations().n, before = side_.kernel().kept(set).rank;
  const double a_little = 0.1 * dt;
  double *const near = near_.data(), *const rates = near + n;
  for (Index i = 0; i < n; ++i) near[i] = q[i] + a_little * v[i];
  std::copy_n(v, n, rates);
  if (!projector_.project(t + a_little, near, rates).feasible) return false;
  side_.evaluate(equations::Stage::projection, t + a_little, near, rates);
  choose(set, least_pivot, before);
  const bool found = side_.kernel().kept(set).rank == before;
  side_.evaluate(equations::Stage::projection, t, q, v);
  return found;
}

bool KeptRank::fights(const double* acceleration) noexcept {
  const instant::Combination& kept = side_.kernel().kept(Set::accelerations);
  if (!kept.used || kept.least < clearly) return false;
  const equations::Pattern& A = side_.equations().A();
  const double *const values = side_.numbers().A(), *const b = side_.numbers().b();
  const unsigned char* const acts = side_.mode().acts.data();
  double most = 0, left = 0;  // of what rows ask for; of what they do not get
  for (Index i = 0; i < m_; ++i) {
    if (!acts[i] || !(memory_.size[at(i)] > 0)) continue;
    double rest = b[i], terms = std::abs(b[i]);
    for (Index k = A.begin[at(i)]; k < A.begin[at(i + 1)]; ++k) {
      const double term = values[k] * acceleration[A.column[at(k)]];
      rest -= term;
      terms += std::abs(term);
    }
    most = std::max(most, terms / memory_.size[at(i)]);
    left = std::max(left, std::abs(rest) / memory_.size[at(i)]);
  }
  return left > linalg::stepping_tolerance() * most;
}

void KeptRank::give_up() noexcept {
  watches_ = false;
  release();
}

void KeptRank::save(KeptMemory& memory) const {
  memory = memory_;
  memory.given_up = !watches_;
  for (const Set set : sets) {
    const instant::Combination& kept = side_.kernel().kept(set);
    if (kept.used) W_of(memory, set).assign(kept.W.data(), kept.W.data() + kept.rank * m_);
  }
}

void KeptRank::restore(const KeptMemory& memory, bool fights) noexcept {
  watches_ = watches_ && !fights && !memory.given_up;
  if (!watches_ || memory.unit.size() != memory_.unit.size()) return;
  memory_ = memory;
  for (const Set set : sets) {
    instant::Combination& kept = side_.kernel().kept(set);
    std::vector<double>& W = W_of(memory_, set);
    kept.used = !W.empty();
    if (!kept.used) continue;
    kept.rank = rank_of(memory_, set);
    std::copy(W.begin(), W.end(), kept.W.data());
    std::copy_n(memory_.unit.data(), m_, kept.unit.data());
    for (Index i = 0; i < m_; ++i) {
      kept.rows[at(i)] = 0;
      for (Index k = 0; k < kept.rank; ++k) kept.rows[at(i)] |= W[at(k * m_ + i)] != 0;
    }
    W.clear();
  }
  projector_.measure_by(is_kept() ? memory_.size.data() : nullptr);
}

}  // namespace zwang::motion
