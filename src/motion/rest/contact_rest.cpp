// SPDX-License-Identifier: Apache-2.0
#include "motion/rest/contact_rest.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "hybrid/hybrid.h"
#include "instant/usable.h"
#include "linalg/vector.h"

namespace zwang::motion {

namespace {

using equations::Kind;
using State = std::vector<double>;

constexpr int most_rounds = 600;
constexpr double far =
    30;  // of the size of the coordinates: what creeps so far does not come to rest
constexpr double first_way = 0.01, longest_way = 0.1;  // of the same: of one round
constexpr double no_acceleration = 1e-9;               // of those that forces alone would cause
constexpr double to_differ = 1e-5;  // of the size of the coordinates: differences err by its square

class ContactRest {
 public:
  ContactRest(RightSide& side, Projector& projector, double t, const double* q)
      : side_(side),
        projector_(projector),
        at_(side.layout()),
        t_(t),
        hybrid_(side, projector, options_, 1, happenings_),
        y_(at(at_.size())),
        zero_(at(at_.n)),
        a_(at(at_.n)) {
    std::copy_n(q, at_.n, y_.begin());
    start_.assign(y_.begin(), y_.begin() + at_.n);
    size_ = linalg::largest(start_) > 0 ? linalg::largest(start_) : 1;
  }

  Equilibrium find() {
    Equilibrium result;
    double way = first_way * size_;
    State before, pull;
    for (int round = 0; round < most_rounds; ++round) {
      result.iterations = round;
      if (!decide()) return result;
      if (is_at_rest()) return rest(result);
      if (round == 0) result.at_start = touching_contacts();
      State here(y_.begin(), y_.begin() + at_.n);
      if (linalg::largest(difference(here, start_)) > far * size_) break;
      way = next_way(here, before, pull, way);
      before = here;
      pull = a_;
      if (!creep(way)) break;
    }
    result.largest_acceleration = linalg::largest(a_);
    return result;
  }

  const double* place() const { return y_.data(); }

 private:
  static State difference(const State& x, const State& y) {
    State d(x);
    for (std::size_t i = 0; i < d.size(); ++i) d[i] -= y[i];
    return d;
  }

  // The mode at rest, and its accelerations.
  bool decide() {
    side_.mode() = instant::first_mode(side_.equations());
    projector_.follow_mode();
    std::fill_n(y_.begin() + at_.v(), at_.n, 0.0);
    if (begin_mode(hybrid_, t_, y_.data()) != Turn::goes_on) return false;
    std::fill_n(y_.begin() + at_.v(), at_.n, 0.0);
    const Instant& now = side_.full_instant(t_, y_.data(), zero_.data());
    if (!instant::usable(now.status)) return false;
    std::copy_n(now.acceleration.begin(), a_.size(), a_.begin());
    forces_ = std::max(forces_, linalg::largest(a_));
    if (now.free_motion) forces_ = std::max(forces_, linalg::largest(now.free_acceleration));
    return true;
  }
  bool is_at_rest() const { return linalg::largest(a_) <= no_acceleration * forces_; }

  // What touches and what rubs; the others do nothing at the start.
  std::vector<ContactFinding> touching_contacts() {
    std::vector<ContactFinding> list = find_contacts(hybrid_, t_, y_.data()).contacts;
    const auto is_apart = [&](const ContactFinding& x) {
      for (const Contact& contact : hybrid_.state.contacts) {
        if (contact.row == x.row) return !contact.touches;
      }
      return false;
    };
    std::erase_if(list, is_apart);
    return list;
  }

  // Barzilai and Borwein's, as long as it pulls less the farther it goes.
  double next_way(const State& here, const State& before, const State& pull, double way) const {
    if (before.empty()) return way;
    const State moved = difference(here, before), change = difference(a_, pull);
    double along = 0, square = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      along -= moved[i] * change[i];
      square += moved[i] * moved[i];
    }
    const double most = linalg::largest(a_);
    const double best = along > 0 ? square / along * most : 2 * way;
    return std::clamp(best, 1e-15 * size_, longest_way * size_);
  }

  // The smallest gap of what is open at q; rows are evaluated at rest.
  double least_gap(const State& q) {
    equations::Workspace& numbers = side_.numbers();
    numbers.evaluate(equations::Stage::projection, t_, q.data(), zero_.data());
    double least = 1;
    const auto& rows = side_.equations().rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].kind != Kind::unilateral || side_.mode().acts[i] || !side_.mode().switched[i])
        continue;
      least = std::min(least, numbers.residual()[i] - open_[i]);
    }
    return least;
  }

  // The way along the accelerations, up to where the first contact closes.
  bool creep(double way) {
    const State from(y_.begin(), y_.begin() + at_.n);
    note_gaps(from);
    const double most = linalg::largest(a_);
    State to(from);
    const auto go = [&](double share) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] + share * way / most * a_[i];
      State rates(zero_);
      const bool met = projector_.project(t_, to.data(), rates.data()).converged;
      return met;
    };
    if (!go(1)) return false;
    if (least_gap(to) < 0) {
      double open = 0, closed = 1;
      for (int k = 0; k < 60 && open < 0.5 * (open + closed); ++k) {
        const double middle = 0.5 * (open + closed);
        if (!go(middle)) return false;
        (least_gap(to) < 0 ? closed : open) = middle;
      }
      if (!go(open)) return false;
    }
    std::copy(to.begin(), to.end(), y_.begin());
    return true;
  }
  // What touches without carrying may be below zero by rounding.
  void note_gaps(const State& q) {
    const auto& rows = side_.equations().rows;
    open_.assign(rows.size(), 0.0);
    side_.numbers().evaluate(equations::Stage::projection, t_, q.data(), zero_.data());
    for (std::size_t i = 0; i < rows.size(); ++i)
      open_[i] = std::min(0.0, side_.numbers().residual()[i]);
  }

  Equilibrium rest(Equilibrium result) {
    result.found = true;
    result.largest_acceleration = linalg::largest(a_);
    const State here(y_.begin(), y_.begin() + at_.n);
    result.moved = linalg::largest(difference(here, start_));
    result.contacts = find_contacts(hybrid_, t_, y_.data()).contacts;
    judge(result);
    return result;
  }

  // Small motions along what carries and sticks. What just touches may open: nothing is said then.
  void judge(Equilibrium& result) {
    for (const ContactFinding& x : result.contacts) {
      const bool carries = x.state != ContactFinding::State::open && x.row >= 0;
      if (carries && !(x.normal > 0)) return;
      if (x.state == ContactFinding::State::sticks && !(x.needed < 1)) return;
    }
    SmallMotions motions;
    if (form(motions))
      result.stability = judge_stability(motions, side_.equations().order, result.growth);
  }

  // As SmallMotions::form does, by differences: programs do not know modes.
  bool form(SmallMotions& motions) {
    const auto n = at(at_.n);
    if (n > 100) return false;
    motions.n = at_.n;
    motions.P.assign(n * n, 0.0);
    motions.by_q = motions.by_v = motions.P;
    const State here(y_.begin(), y_.begin() + at_.n);
    const double h = to_differ * size_;
    double trace = 0;
    for (std::size_t j = 0; j < n; ++j) {
      State q(here), v(zero_);
      v[j] = 1;
      // Whether rates of nothing but rounding have converged does not matter here.
      projector_.project(t_, q.data(), v.data());
      std::copy(v.begin(), v.end(), motions.P.begin() + static_cast<Index>(j * n));
      trace += v[j];
    }
    if (!(std::abs(trace - std::round(trace)) < 1e-6)) return false;  // it is no projection
    motions.rank = at_.n - static_cast<Index>(std::lround(trace));
    if (motions.rank == at_.n) return true;
    for (std::size_t j = 0; j < n; ++j) {
      if (!differ(here, &motions.P[j * n], h, &motions.by_q[j * n], &motions.by_v[j * n]))
        return false;
    }
    multiply(motions.P, motions.by_q);
    multiply(motions.P, motions.by_v);
    return true;
  }
  // By ∓h along a direction, as a place and as a rate.
  bool differ(const State& here, const double* along, double h, double* by_q, double* by_v) {
    for (const double sign : {-1.0, 1.0}) {
      State q(here), v(zero_), rates(zero_);
      for (std::size_t i = 0; i < q.size(); ++i) {
        q[i] += sign * h * along[i];
        v[i] = sign * h * along[i];
      }
      if (!projector_.project(t_, q.data(), rates.data()).converged) return false;
      const Instant& there = side_.instant(t_, q.data(), zero_.data());
      if (!instant::usable(there.status)) return false;
      for (std::size_t i = 0; i < q.size(); ++i) by_q[i] += sign * there.acceleration[i] / (2 * h);
      const Instant& moving = side_.instant(t_, here.data(), v.data());
      if (!instant::usable(moving.status)) return false;
      for (std::size_t i = 0; i < q.size(); ++i) by_v[i] += sign * moving.acceleration[i] / (2 * h);
    }
    return true;
  }
  void multiply(const State& P, State& B) const {
    const auto n = at(at_.n);
    State C(B.size(), 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < n; ++i) C[j * n + i] += P[k * n + i] * B[j * n + k];
      }
    }
    B = C;
  }

  RightSide& side_;
  Projector& projector_;
  instant::StateLayout at_;
  double t_;
  RunOptions options_;
  std::vector<Happening> happenings_;
  Hybrid hybrid_;
  State y_, start_, zero_, a_, open_;
  double size_ = 1, forces_ = 0;
};

}  // namespace

bool has_contacts(RightSide& side) {
  const equations::Equations& equations = side.equations();
  const auto is_contact = [](const equations::Row& row) { return row.kind == Kind::unilateral; };
  return side.laws() && (!equations.sliding.empty() ||
                         std::any_of(equations.rows.begin(), equations.rows.end(), is_contact));
}

Equilibrium find_contact_rest(RightSide& side, Projector& projector, double t, double* q,
                              double* v) {
  const auto n = at(side.equations().n);
  std::fill_n(v, n, 0.0);
  const Residuals asked = projector.residuals(t, q, v);
  if (!(asked.velocity <= 1e-12)) return {};
  ContactRest search(side, projector, t, q);
  const Equilibrium result = search.find();
  if (result.found) std::copy_n(search.place(), n, q);
  // A run decides its mode anew.
  side.mode() = instant::first_mode(side.equations());
  projector.follow_mode();
  return result;
}

}  // namespace zwang::motion
