// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/choices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "linalg/vector.h"

namespace zwang::least {

using Side = Choices::Side;
using Hold = Choices::Hold;

namespace {

constexpr double tie = 1e-11;  // of 1: rounding of forces and accelerations

}  // namespace

Choices nothing_chosen(const Island& island) {
  Choices choices;
  choices.side.assign(island.sided.size(), Side::undecided);
  for (const IslandRubbing& x : island.rubbing)
    choices.hold.push_back(x.slides ? Hold::slides : Hold::undecided);
  choices.from.assign(island.rubbing.size(), 0.0);
  choices.to.assign(island.rubbing.size(), 0.0);
  return choices;
}

Choices all_hold(const Island& island) {
  Choices choices = nothing_chosen(island);
  std::fill(choices.side.begin(), choices.side.end(), Side::closed);
  for (Hold& hold : choices.hold) hold = hold == Hold::slides ? hold : Hold::sticks;
  return choices;
}

Choices choices_at(const Island& island, const double* r) {
  std::vector<double> a(static_cast<std::size_t>(island.n));
  island.accelerate(r, a.data());
  Choices choices = nothing_chosen(island);
  for (Index j = 0; j < island.normals; ++j) {
    // What neither presses nor departs is closed, what neither holds nor slides holds.
    const bool positive = r[j] - (island.sided[j] ? a[j] : 0.0) > (island.sided[j] ? -tie : 0.0);
    choices.side[j] = positive ? Side::closed : island.sided[j] ? Side::open : Side::negative;
  }
  for (std::size_t k = 0; k < island.rubbing.size(); ++k) {
    const IslandRubbing& x = island.rubbing[k];
    if (x.slides) continue;
    double due[3] = {};
    for (Index i = 0; i < x.rows; ++i) due[i] = r[x.first + i] - a[x.first + i];
    const bool sticks = linalg::norm(due, x.rows) <= island.limit(x, r) * (1 + tie) + tie;
    choices.hold[k] = sticks ? Hold::sticks : Hold::starts;
    if (!sticks && x.rows == 1) choices.from[k] = due[0] > 0 ? -1 : 1;
  }
  return choices;
}

Choices choices_of(const Island& island, const ContactMode& mode) {
  Choices choices = all_hold(island);
  for (Index j = 0; j < island.normals; ++j) {
    const Press press = mode.press[island.row[j]];
    choices.side[j] = press == Press::open && island.sided[j]        ? Side::open
                      : press == Press::negative && !island.sided[j] ? Side::negative
                                                                     : Side::closed;
  }
  for (std::size_t k = 0; k < island.rubbing.size(); ++k) {
    const IslandRubbing& x = island.rubbing[k];
    if (x.slides || mode.grip[x.whole] != Grip::starts) continue;
    choices.hold[k] = Hold::starts;
    choices.from[k] = mode.direction[3 * x.whole] < 0 ? -1 : 1;
  }
  return choices;
}

bool is_off(const Choices& choices, const IslandRubbing& x) {
  return x.limit == 0 &&
         std::all_of(x.coefficients.begin(), x.coefficients.end(),
                     [&](const Coefficient& mu) { return choices.side[mu.normal] == Side::open; });
}

bool complete(const Island& island, const Choices& choices) {
  for (std::size_t k = 0; k < choices.hold.size(); ++k)
    if (choices.hold[k] == Hold::undecided && !is_off(choices, island.rubbing[k])) return false;
  for (std::size_t j = 0; j < choices.side.size(); ++j) {
    if (choices.side[j] != Side::undecided) continue;
    const auto reads = [&](const IslandRubbing& x) {
      return std::any_of(x.coefficients.begin(), x.coefficients.end(),
                         [&](const Coefficient& mu) { return mu.normal == static_cast<Index>(j); });
    };
    if (island.sided[j] || std::any_of(island.rubbing.begin(), island.rubbing.end(), reads))
      return false;
  }
  return true;
}

namespace {

/// The rows of one island and its choices.
class Writer {
 public:
  Writer(const Island& island, const Choices& choices, double apart, PointRows& rows)
      : island_(island), choices_(choices), apart_(apart), rows_(rows) {}

  void write_normal(Index j) {
    const Side side = choices_.side[j];
    const double c = island_.c[j];
    if (!island_.sided[j]) {
      acceleration(j, equality_row, -c);
      if (side == Side::closed) rows_.add(unilateral_row, 0)[j] = 1;
      if (side == Side::negative) rows_.add(unilateral_row, apart_)[j] = -1;
      return;
    }
    rows_.add(side == Side::open ? equality_row : unilateral_row, 0)[j] = 1;
    acceleration(j, side == Side::closed ? equality_row : unilateral_row,
                 -c + (side == Side::open ? apart_ : 0));
  }

  void write_rubbing(std::size_t k, const std::vector<Cut>& cuts) {
    const IslandRubbing& x = island_.rubbing[k];
    if (is_off(choices_, x)) {
      for (Index i = 0; i < x.rows; ++i) rows_.add(equality_row, 0)[x.first + i] = 1;
      return;
    }
    const Hold hold = choices_.hold[k];
    if (hold == Hold::sticks)
      for (Index i = 0; i < x.rows; ++i)
        acceleration(x.first + i, equality_row, -island_.c[x.first + i]);
    const bool known =
        std::none_of(x.coefficients.begin(), x.coefficients.end(), [&](const Coefficient& mu) {
          return choices_.side[mu.normal] == Side::undecided && !island_.sided[mu.normal];
        });
    if (!known) return;
    if (hold == Hold::slides) return along(x, x.direction);
    if (hold == Hold::starts) return x.rows == 1 ? start_in_plane(x, k) : start_in_space(x, k);
    within(x);
    for (const Cut& cut : cuts)
      if (cut.rubbing == k) tangent(x, cut.e);
  }

 private:
  double* acceleration(Index i, RowKind kind, double demand, double sign = 1) {
    double* const row = rows_.add(kind, demand);
    for (Index j = 0; j < island_.n; ++j) row[j] = sign * island_.entry(i, j);
    return row;
  }

  /// Adds `by` × L; what of it is constant changes sides.
  void add_limit(const IslandRubbing& x, double by, double* row) {
    for (const Coefficient& mu : x.coefficients)
      row[mu.normal] += by * mu.sliding * (choices_.side[mu.normal] == Side::negative ? -1 : 1);
    rows_.d.back() -= by * x.limit;
  }

  /// f = −L d.
  void along(const IslandRubbing& x, const double* d) {
    for (Index i = 0; i < x.rows; ++i) {
      double* const row = rows_.add(equality_row, 0);
      row[x.first + i] = 1;
      add_limit(x, d[i], row);
    }
  }

  /// L − f·e ≥ 0.
  void tangent(const IslandRubbing& x, const double* e) {
    double* const row = rows_.add(unilateral_row, 0);
    for (Index i = 0; i < x.rows; ++i) row[x.first + i] = -e[i];
    add_limit(x, 1, row);
  }

  /// |f| ≤ L, or what contains it.
  void within(const IslandRubbing& x) {
    if (x.rows == 1) {
      for (const double e : {1.0, -1.0}) tangent(x, &e);
    } else if (x.rows == 2) {
      for (int k = 0; k < 12; ++k) {
        const double angle = k * std::numbers::pi / 6;
        const double e[2] = {std::cos(angle), std::sin(angle)};
        tangent(x, e);
      }
    } else {
      for (Index i = 0; i < x.rows; ++i)
        for (const double sign : {1.0, -1.0}) {
          double e[3] = {0, 0, 0};
          e[i] = sign;
          tangent(x, e);
        }
    }
  }

  void start_in_plane(const IslandRubbing& x, std::size_t k) {
    const double d = choices_.from[k];
    along(x, &d);
    acceleration(x.first, unilateral_row, -d * island_.c[x.first] + apart_, d);
  }

  /// a·e ≥ demand, for e in the tangent plane.
  void start_along(const IslandRubbing& x, const std::array<double, 2>& e, double demand) {
    double* const row = rows_.add(unilateral_row, demand);
    for (Index i = 0; i < 2; ++i) {
      rows_.d.back() -= e[i] * island_.c[x.first + i];
      for (Index j = 0; j < island_.n; ++j) row[j] += e[i] * island_.entry(x.first + i, j);
    }
  }

  /// −f·e ≥ by × L.
  void rub_along(const IslandRubbing& x, const std::array<double, 2>& e, double by) {
    double* const row = rows_.add(unilateral_row, 0);
    for (Index i = 0; i < 2; ++i) row[x.first + i] = -e[i];
    add_limit(x, -by, row);
  }

  /// a and −f in the sector; −f on its arc, between chord and tangents.
  void start_in_space(const IslandRubbing& x, std::size_t k) {
    const double t0 = choices_.from[k], t1 = choices_.to[k], mid = 0.5 * (t0 + t1);
    const auto unit = [](double t) { return std::array{std::cos(t), std::sin(t)}; };
    const std::array left = {-std::sin(t0), std::cos(t0)}, right = {std::sin(t1), -std::cos(t1)};
    start_along(x, left, 0);
    start_along(x, right, 0);
    start_along(x, unit(mid), apart_);
    rub_along(x, left, 0);
    rub_along(x, right, 0);
    rub_along(x, unit(mid), std::cos(0.5 * (t1 - t0)));
    for (const double t : {t0, mid, t1}) {
      const auto e = unit(t);
      const double opposite[2] = {-e[0], -e[1]};
      tangent(x, opposite);
    }
  }

  const Island& island_;
  const Choices& choices_;
  double apart_;
  PointRows& rows_;
};

}  // namespace

void fill_rows(const Island& island, const Choices& choices, double apart,
               const std::vector<Cut>& cuts, PointRows& rows) {
  rows.clear(island.n);
  Writer writer(island, choices, apart, rows);
  for (Index j = 0; j < island.normals; ++j) writer.write_normal(j);
  for (std::size_t k = 0; k < island.rubbing.size(); ++k) writer.write_rubbing(k, cuts);
}

}  // namespace zwang::least
