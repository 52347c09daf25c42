// SPDX-License-Identifier: Apache-2.0
// ± = 2 × the difference of the two solutions, the largest of the end and of the looks before it, and a floor. Errors of the
// second solution are a third of the first's or less, which the factor covers; two error curves cross now and
// then, which the looks before the end cover; both solutions begin with the same steps, which the floor covers.

#include "accuracy/spread.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace zwang {

namespace {

constexpr double factor = 2;
constexpr std::size_t neighbours = 2;
constexpr double no_digit = 0.1;  // of its size: an error of that kind leaves no digit
constexpr double one_column =
    0.01;  // of its size: a number with so little has its digits where others have lost theirs
// Digits are those of a size of at least this share of the largest of its kind: what is zero but for errors has none to lose.
constexpr double least_share = 0.01;
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();

bool is_skipped(const Yardstick& yardstick, std::size_t look) {
  return look < yardstick.skipped.size() && yardstick.skipped[look] != 0;
}

double difference(const Looks& looks, std::size_t look, std::size_t column) {
  return std::abs(looks.a[look][column] - looks.b[look][column]);
}

// The largest of each kind.
std::map<int, double> largest_of(const std::vector<double>& sizes, const std::vector<int>& kinds) {
  std::map<int, double> largest;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    largest[kinds[k]] = std::max(largest[kinds[k]], sizes[k]);
  return largest;
}

void enlarge(const Rows& rows, std::vector<double>& sizes) {
  for (std::size_t i = 0; i < rows.count(); ++i) {
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      const double x = std::abs(rows[i][k]);
      if (std::isfinite(x)) sizes[k] = std::max(sizes[k], x);
    }
  }
}

std::vector<double> sizes_of(const Looks& looks) {
  std::vector<double> sizes(looks.a.width, 0.0);
  enlarge(looks.a, sizes);
  enlarge(looks.more, sizes);
  return sizes;
}

double end_error(const Looks& looks, const Yardstick& yardstick, std::size_t column) {
  const std::size_t end = looks.count() - 1;
  double most = difference(looks, end, column);
  std::size_t seen = 0;
  for (std::size_t i = end; i-- > 0 && seen < neighbours;) {
    if (is_skipped(yardstick, i)) continue;
    const double d = difference(looks, i, column);
    if (d > most) most = d;
    ++seen;
  }
  return factor * most;
}

// Rates of what rests are rounding, and two runs share no digit of it. A rate that moves nothing by more than ± in the whole
// run has none to lose.
double least_rate(const Looks& looks, const std::map<int, double>& largest, double floor) {
  const auto found = largest.find(Yardstick::coordinate);
  const double span = std::abs(looks.a.t(looks.count() - 1) - looks.a.t(0));
  if (found == largest.end() || !(span > 0)) return 0;
  return factor / no_digit * floor * found->second / span;
}

// A column may have kept its digits where others have none: a prescribed one, an energy.
bool is_lost(const Looks& looks, const Yardstick& yardstick, std::size_t column, std::size_t from,
             double size) {
  for (std::size_t i = from; i < looks.count(); ++i) {
    if (is_skipped(yardstick, i)) continue;
    if (!(factor * difference(looks, i, column) <= one_column * size)) return true;
  }
  return false;
}

}  // namespace

std::optional<std::size_t> find_loss(const std::vector<double>& distance) {
  constexpr std::size_t window = 8;
  const std::size_t count = distance.size();
  const auto has_none = [&](std::size_t i) { return !(factor * distance[i] <= no_digit); };
  std::vector<std::size_t> after(count + 1, 0);  // how many from there on have none
  for (std::size_t i = count; i-- > 0;) after[i] = after[i + 1] + (has_none(i) ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t near = std::min(i + window, count);
    if (has_none(i) && 2 * after[i] >= count - i && 2 * (after[i] - after[near]) >= near - i)
      return i;
  }
  return std::nullopt;
}

double growth_until(const std::vector<double>& t, const std::vector<double>& distance,
                    std::size_t until) {
  double most = 0, sum = 0, sum_t = 0, sum_y = 0, sum_tt = 0, sum_ty = 0;
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i <= until; ++i) {
    most = std::max(most, distance[i]);
    if (most > 0) points.emplace_back(t[i], std::log(most));
  }
  for (const auto& [x, y] : points) {
    sum += 1;
    sum_t += x;
    sum_y += y;
    sum_tt += x * x;
    sum_ty += x * y;
  }
  constexpr double three_decades = 6.9;
  if (points.size() < 6 || points.back().second - points.front().second < three_decades) return 0;
  const double slope = (sum * sum_ty - sum_t * sum_y) / (sum * sum_tt - sum_t * sum_t);
  // A power of the time would have come most of the way in the first half.
  const auto& middle = points[points.size() / 2];
  const double late = (points.back().second - middle.second) / (points.back().first - middle.first);
  return late > 0.7 * slope ? slope : 0;
}

Spread compare(const Looks& looks, const Yardstick& yardstick) {
  Spread spread;
  if (looks.empty()) return spread;
  spread.size = sizes_of(looks);
  const auto largest = largest_of(spread.size, yardstick.kinds);
  const std::size_t width = looks.a.width;
  for (std::size_t k = 0; k < width; ++k)
    spread.size[k] = std::max(spread.size[k], 1e-3 * largest.at(yardstick.kinds[k]));

  const double still = least_rate(looks, largest, yardstick.floor);
  const auto digits_of = [&](std::size_t k) {
    const int kind = yardstick.kinds[k];
    const double size = std::max(spread.size[k], least_share * largest.at(kind));
    return kind == Yardstick::rate ? std::max(size, still) : size;
  };
  std::vector<double> times, distances;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < looks.count(); ++i) {
    double most = 0;
    for (std::size_t k = 0; k < width; ++k) {
      if (!yardstick.is_state[k]) continue;
      const double d = difference(looks, i, k);
      if (d > 0) most = std::max(most, d / digits_of(k));
    }
    spread.distance.push_back(most);
    if (is_skipped(yardstick, i)) continue;
    times.push_back(looks.a.t(i));
    distances.push_back(most);
    numbers.push_back(i);
  }
  const auto loss = find_loss(distances);
  if (loss) {
    spread.lost = times[*loss];
    spread.growth = growth_until(times, distances, *loss);
  }
  for (std::size_t k = 0; k < width; ++k) {
    const double error = end_error(looks, yardstick, k) + yardstick.floor * spread.size[k] +
                         rounding * largest.at(yardstick.kinds[k]);
    const bool lost = loss && is_lost(looks, yardstick, k, numbers[*loss], digits_of(k));
    spread.error.push_back(lost ? std::numeric_limits<double>::quiet_NaN() : error);
  }
  return spread;
}

}  // namespace zwang
