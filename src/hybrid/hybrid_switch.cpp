// SPDX-License-Identifier: Apache-2.0
// Where formulas jump: which side of its surface σ = 0 each switch goes on on, or whether the motion slides along
// it (Filippov). As with contacts, a choice is accepted when it verifies itself: on a side, σ grows that way; along
// the surface, the share of both sides that keeps σ at zero is between them. What leaves comes before what slides:
// a surface that repels is left.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hybrid/hybrid_parts.h"

namespace zwang::motion {

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double no_rate = 1e-11;    // of the rates of σ on both sides: such a one is none
constexpr double little = 1e-2;      // of the tolerance: excursions no larger are not followed
constexpr double hardly_less = 0.9;  // from one excursion to the next: then there is no end of them
constexpr double brief = 1e-5;       // of the whole run: excursions that last no longer are many
constexpr double on_surface = 1e-6;  // of the rates there are: so near, it still slides
constexpr std::size_t most_switches = 12;  // that a model may have (compile/switches.cpp)
constexpr std::size_t most_tried = 3;      // surfaces that meet: all choices

class SideChoice {
 public:
  SideChoice(Hybrid& hybrid, double t, double* y)
      : hybrid_(hybrid),
        side_(hybrid.side),
        room_(hybrid.switching),
        sides_(hybrid.side.mode().side),
        t_(t),
        y_(y),
        at_(hybrid.side.layout()),
        count_(room_.sigma.size()) {}

  bool decide() {
    find_open();
    std::size_t n = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      hybrid_.present.at_zero[k] = room_.open[k];
      // What slides and is not due goes on so, if that verifies.
      const bool stays = sides_[k] == 0 && !hybrid_.present.turns[k];
      if (room_.open[k] && !passes(k) && !stays) undecided_[n++] = k;
    }
    if (!choose(n) && !choose_with_sliding(n)) return fail();
    for (std::size_t k = 0; k < count_; ++k) {
      if (sides_[k] == 0) put_on_surface(k);
    }
    return true;
  }

 private:
  bool fail() {
    hybrid_.present.undecided = true;
    return false;
  }

  const double* look(const double* y) { return side_.switches_at(t_, y + at_.q(), y + at_.v()); }
  int degree(std::size_t k) const { return side_.equations().switches[k].degree; }
  double sign(double x) const { return x < 0 ? -1.0 : 1.0; }

  // σ, and what of it is rounding; those that have a sign are on that side.
  void find_open() {
    const bool begins = sides_.empty();
    if (begins) sides_.assign(count_, -1.0);  // tried last
    const double* s = look(y_);
    for (std::size_t k = 0; k < count_; ++k) room_.sigma[k] = s[3 * k];
    for (std::size_t i = 0; i < room_.moved.size(); ++i)
      room_.moved[i] = y_[i] * (i % 2 == 0 ? 1 + 8 * eps : 1 - 8 * eps);
    s = look(room_.moved.data());
    for (std::size_t k = 0; k < count_; ++k)
      room_.noise[k] = 2 * std::abs(s[3 * k] - room_.sigma[k]);
    const Present& present = hybrid_.present;
    const bool moved =
        present.jumped || std::count(present.bounced.begin(), present.bounced.end(), 1);
    for (std::size_t k = 0; k < count_; ++k) {
      const bool slides = !begins && sides_[k] == 0;
      const bool stays = slides ? is_near(k) : !moved;
      room_.open[k] =
          (stays && (slides || present.turns[k])) || !(std::abs(room_.sigma[k]) > room_.noise[k]);
      if (!room_.open[k]) sides_[k] = sign(room_.sigma[k]);
    }
  }

  // Accelerations, and the derivative of σ, with switch k on one side. Others that slide stay where they are.
  bool look_at_side(std::size_t k, double side, std::vector<double>& a, double& rate) {
    const double before = sides_[k];
    sides_[k] = side;
    const Instant& now = side_.instant(t_, y_ + at_.q(), y_ + at_.v());
    sides_[k] = before;
    if (!instant::usable(now.status)) return false;
    std::copy_n(now.acceleration.begin(), a.size(), a.begin());
    side_.numbers().set_accelerations(a.data());
    rate = look(y_)[3 * k + static_cast<std::size_t>(degree(k))];
    return true;
  }

  /// What moves the state by so much that σ, or its derivative, changes by x: along what jumps.
  struct Jump {
    double plus = 0, minus = 0;  // the derivative on both sides
    double most = 0;             // of the accelerations that jump
    double change() const { return plus - minus; }
    bool attracts() const { return plus < 0 && minus > 0; }
  };
  bool find_jump(std::size_t k, Jump& jump) {
    if (!look_at_side(k, 1, room_.plus, jump.plus) || !look_at_side(k, -1, room_.minus, jump.minus))
      return false;
    for (std::size_t i = 0; i < room_.plus.size(); ++i)
      jump.most = std::max(jump.most, std::abs(room_.plus[i] - room_.minus[i]));
    return jump.change() != 0;
  }

  bool is_near(std::size_t k) {
    Jump jump;
    if (!find_jump(k, jump)) return false;
    const double by = std::abs(room_.sigma[k] / jump.change()) * jump.most;
    const bool of_rates = side_.equations().order == 2 && degree(k) == 1;
    const double near = std::max(on_surface, 10 * hybrid_.tolerance);
    return by <= near * (of_rates ? hybrid_.state.sizes.speed : hybrid_.state.sizes.length);
  }

  // σ of positions alone passes zero as long as it has a rate. One that is thrown back from both sides comes back
  // ever sooner; where that is below what tolerances see, it slides.
  bool passes(std::size_t k) {
    if (degree(k) == 1) return false;
    const double rate = look(y_)[3 * k + 1];
    const double noise = std::abs(look(room_.moved.data())[3 * k + 1] - rate);
    if (!(std::abs(rate) > 2 * noise)) return false;
    Jump jump;
    if (sides_[k] == 0 && !hybrid_.present.jumped) return false;
    if (find_jump(k, jump) && jump.attracts()) {
      const double share = jump.most / std::abs(jump.change());
      const double height = 0.5 * rate * rate / std::min(-jump.plus, jump.minus);
      const Sizes& sizes = hybrid_.state.sizes;
      const double allowed = little * hybrid_.tolerance;
      if (share * std::abs(rate) <= allowed * sizes.speed &&
          share * height <= allowed * sizes.length)
        return false;
      const double lasts = 2 * std::abs(rate) / std::min(-jump.plus, jump.minus);
      if (fades_slowly(k, std::abs(rate)) && lasts <= brief * hybrid_.span &&
          share * height <= hybrid_.tolerance * sizes.length)
        return false;
    }
    sides_[k] = sign(rate);
    return true;
  }

  // Whether excursions hardly lose speed from one to the next. x'' = −sign x − x' has 1/(4x') of them in a second,
  // and their speed halves in two: what no tolerance of x sees could take hours.
  bool fades_slowly(std::size_t k, double rate) {
    double& last = hybrid_.state.departures[side_.equations().rows.size() + k];
    const bool slowly = last > 0 && rate > hardly_less * last;
    last = rate;
    return slowly;
  }

  // Then what slides, too, may have to leave.
  bool choose_with_sliding(std::size_t n) {
    const std::size_t few = n;
    for (std::size_t k = 0; k < count_; ++k) {
      const bool known =
          std::find(undecided_.begin(), undecided_.begin() + n, k) != undecided_.begin() + n;
      if (sides_[k] == 0 && room_.open[k] && !known) undecided_[n++] = k;
    }
    return n > few && choose(n);
  }

  // All choices for what is undecided, those that slide along fewest surfaces first; where they are too many, the
  // one that pivoting finds.
  bool choose(std::size_t n) {
    if (n == 0) return count_sliding() == 0 || verifies(0, nullptr, true);
    std::array<double, most_switches> before;
    for (std::size_t i = 0; i < n; ++i) before[i] = sides_[undecided_[i]];
    if (n > most_tried) {
      if (pivot(n, before.data())) return true;
    }
    for (const bool strict : {true, false}) {
      for (std::size_t sliding = 0; n <= most_tried && sliding <= n; ++sliding) {
        if (choose_with(n, sliding, before.data(), strict)) return true;
      }
    }
    for (std::size_t i = 0; i < n; ++i) sides_[undecided_[i]] = before[i];
    return false;
  }

  std::size_t count_sliding() const {
    return static_cast<std::size_t>(std::count(sides_.begin(), sides_.end(), 0.0));
  }

  bool choose_with(std::size_t n, std::size_t sliding, const double* before, bool strict) {
    std::size_t choices = 1;
    for (std::size_t i = 0; i < n; ++i) choices *= 3;
    for (std::size_t choice = 0; choice < choices; ++choice) {
      std::size_t rest = choice, slide = 0;
      for (std::size_t i = 0; i < n; ++i, rest /= 3) {
        const double other = before[i] == 0 ? 1 : -before[i];
        sides_[undecided_[i]] = rest % 3 == 0 ? other : rest % 3 == 1 ? -other : 0;
        slide += rest % 3 == 2;
      }
      if (slide == sliding && verifies(n, before, strict)) return true;
    }
    return false;
  }

  // All slide; what cannot leaves, the farthest beyond first.
  bool pivot(std::size_t n, const double* before) {
    for (std::size_t i = 0; i < n; ++i) sides_[undecided_[i]] = 0;
    for (std::size_t round = 0; round <= n; ++round) {
      if (verifies(n, before, false)) return true;
      std::size_t farthest = n;
      double most = 1 + edge_of_share;
      for (std::size_t i = 0; i < n; ++i) {
        const double u = sides_[undecided_[i]] == 0
                             ? std::abs(side_.sliding_share(static_cast<Index>(undecided_[i])))
                             : 0;
        if (u > most) farthest = i;
        most = std::max(most, u);
      }
      if (farthest == n) return false;
      sides_[undecided_[farthest]] =
          sign(side_.sliding_share(static_cast<Index>(undecided_[farthest])));
    }
    return false;
  }

  // What is due cannot go on as before, unless nothing else is left.
  bool verifies(std::size_t n, const double* before, bool strict) {
    const Instant& now = side_.instant(t_, y_ + at_.q(), y_ + at_.v());
    if (!instant::usable(now.status)) return false;
    for (std::size_t k = 0; k < count_; ++k) {
      const double u = sides_[k] == 0 ? side_.sliding_share(static_cast<Index>(k)) : 0;
      if (!(std::abs(u) <= 1 + edge_of_share)) return false;
    }
    std::copy_n(now.acceleration.begin(), room_.plus.size(), room_.plus.begin());
    side_.numbers().set_accelerations(room_.plus.data());
    const double* const s = look(y_);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = undecided_[i];
      room_.rate[k] = s[3 * k + static_cast<std::size_t>(degree(k))];
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = undecided_[i];
      const bool again = strict && hybrid_.present.turns[k] && sides_[k] == before[i];
      if (sides_[k] == 0 && again) return false;
      if (sides_[k] == 0) continue;
      const double size = size_of_rate(k);
      const double outward = sides_[k] * room_.rate[k];
      if (again ? !(outward > no_rate * size) : !(outward >= -no_rate * size)) return false;
    }
    return true;
  }

  // Of its rate: of both sides.
  double size_of_rate(std::size_t k) {
    double other = 0;
    const double own = room_.rate[k];
    look_at_side(k, -sides_[k], room_.minus, other);
    return std::max(std::abs(own), std::abs(other));
  }

  // By what jumps, as going to and fro across it would: first where it is, then, with degree 2, its rate.
  void put_on_surface(std::size_t k) {
    Jump jump;
    if (!find_jump(k, jump)) return;
    const bool positions = side_.equations().order == 1 || degree(k) == 2;
    for (int round = 0; round < 2; ++round)
      move(positions ? at_.q() : at_.v(), -look(y_)[3 * k] / jump.change());
    if (degree(k) == 2) move(at_.v(), -look(y_)[3 * k + 1] / jump.change());
  }
  void move(Index first, double share) {
    if (!std::isfinite(share)) return;
    for (std::size_t i = 0; i < room_.plus.size(); ++i)
      y_[first + static_cast<Index>(i)] += share * (room_.plus[i] - room_.minus[i]);
  }

  Hybrid& hybrid_;
  RightSide& side_;
  Switching& room_;
  std::vector<double>& sides_;
  double t_;
  double* y_;
  instant::StateLayout at_;
  std::size_t count_;
  std::array<std::size_t, most_switches> undecided_{};
};

}  // namespace

bool decide_switches(Hybrid& hybrid, double t, double* y) {
  if (!instant::has_switches(hybrid.side.equations())) return true;
  return SideChoice(hybrid, t, y).decide();
}

}  // namespace zwang::motion
