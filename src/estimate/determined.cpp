// SPDX-License-Identifier: Apache-2.0
#include "estimate/determined.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "estimate/singular.h"
#include "linalg/vector.h"

namespace zwang::estimate {

namespace {

// Of columns of length 1: slopes have nine digits or so, so that what is left of dependent ones is below this.
constexpr double dependent = 1e-6;
constexpr int largest_denominator = 6;

/// Null directions d (columns), brought to the form d_pivot = 1, 0 at other pivots.
struct Echelon {
  std::vector<Index> pivots;
  std::vector<double> D;  // n for each
};

Echelon reduce(Index n, std::vector<double> D) {
  const auto k = static_cast<Index>(D.size()) / n;
  Echelon echelon;
  for (Index c = 0; c < k; ++c) {
    Index column = c, row = 0;
    double most = 0;
    for (Index j = c; j < k; ++j) {
      for (Index i = 0; i < n; ++i) {
        if (std::abs(D[at(j * n + i)]) > most) {
          most = std::abs(D[at(j * n + i)]);
          column = j;
          row = i;
        }
      }
    }
    if (!(most > 0)) break;
    for (Index i = 0; i < n; ++i) std::swap(D[at(c * n + i)], D[at(column * n + i)]);
    const double pivot = D[at(c * n + row)];
    for (Index i = 0; i < n; ++i) D[at(c * n + i)] /= pivot;
    for (Index j = 0; j < k; ++j) {
      const double factor = j == c ? 0 : D[at(j * n + row)];
      for (Index i = 0; i < n; ++i) D[at(j * n + i)] -= factor * D[at(c * n + i)];
    }
    echelon.pivots.push_back(row);
  }
  echelon.D = std::move(D);
  return echelon;
}

// The least whole multiple of them all that is whole; nothing: there is none.
std::optional<std::vector<double>> whole(std::vector<double> x) {
  for (int q = 1; q <= largest_denominator; ++q) {
    const bool good = std::all_of(x.begin(), x.end(), [=](double one) {
      return std::abs(one * q - std::round(one * q)) < 1e-3 && std::abs(one * q) < 20;
    });
    if (!good) continue;
    double sum = 0;
    for (double& one : x) sum += one = std::round(one * q) + 0.0;
    const bool turn =
        sum < 0 ||
        (sum == 0 && *std::find_if(x.begin(), x.end(), [](double one) { return one != 0; }) < 0);
    for (double& one : x) one = (turn ? -one : one) + 0.0;
    return x;
  }
  return std::nullopt;
}

/// Of the null directions, in log x or in x itself.
struct Attempt {
  bool complete = false;
  std::vector<Combination> combinations;
};

Attempt name_all(Index n, const std::vector<double>& null, const std::vector<double>& x,
                 const std::vector<unsigned char>& takes_part, bool product,
                 const std::function<bool(const std::vector<double>&)>& same) {
  const Echelon echelon = reduce(n, null);
  Attempt attempt;
  for (Index i = 0; i < n; ++i) {
    if (!takes_part[at(i)]) continue;
    if (std::find(echelon.pivots.begin(), echelon.pivots.end(), i) != echelon.pivots.end())
      continue;
    std::vector<double> powers(at(n), 0.0);
    powers[at(i)] = 1;
    for (std::size_t c = 0; c < echelon.pivots.size(); ++c) {
      powers[at(echelon.pivots[c])] = -echelon.D[c * at(n) + at(i)];
    }
    const auto good = whole(powers);
    if (!good) return attempt;
    attempt.combinations.push_back({product, *good});
  }
  // A finite step along each null direction: a tenth of the unknowns.
  for (std::size_t c = 0; c < echelon.pivots.size(); ++c) {
    std::vector<double> there = x;
    const double* const d = echelon.D.data() + c * at(n);
    const double most = linalg::largest(d, n);
    double size = 0;
    for (Index i = 0; i < n; ++i) {
      if (d[i] != 0) size = std::max(size, std::abs(x[at(i)]));
    }
    for (Index i = 0; i < n; ++i) {
      const double by = 0.1 * d[i] / most;
      there[at(i)] = product ? x[at(i)] * std::exp(by) : x[at(i)] + by * (size > 0 ? size : 1);
    }
    if (!same(there)) return attempt;
  }
  attempt.complete = true;
  return attempt;
}

}  // namespace

Determined look_for_combinations(Index m, Index n, const std::vector<double>& J,
                                 const std::vector<double>& x,
                                 const std::function<bool(const std::vector<double>&)>& same) {
  Determined result;
  result.free.assign(at(n), 0);
  result.without.assign(at(n), 0);
  result.unit.assign(at(n), 0.0);
  // Columns of length 1; one that is nothing beside the value of its unknown is none.
  std::vector<double> length;
  for (Index j = 0; j < n; ++j) length.push_back(linalg::norm(J.data() + j * m, m));
  double most = 0;
  for (Index j = 0; j < n; ++j) most = std::max(most, length[at(j)] * std::abs(x[at(j)]));
  std::vector<double> T = J;
  for (Index j = 0; j < n; ++j) {
    const bool none = !(length[at(j)] * std::max(std::abs(x[at(j)]), 1e-300) > 1e-11 * most) &&
                      !(x[at(j)] == 0 && length[at(j)] > 0);
    result.without[at(j)] = result.free[at(j)] = none;
    result.unit[at(j)] = none ? 0 : 1 / length[at(j)];
    for (Index i = 0; i < m; ++i) T[at(j * m + i)] *= result.unit[at(j)];
  }
  const Singular svd = singular_values(m, n, T);
  std::vector<double> null_log, null_plain;
  std::vector<unsigned char> takes_part(at(n), 0);
  bool logs = true;
  for (Index k = 0; k < n; ++k) {
    const double* const v = svd.vectors.data() + k * n;
    if (svd.values[at(k)] > dependent) {
      result.basis.insert(result.basis.end(), v, v + n);
      result.values.push_back(svd.values[at(k)]);
      ++result.rank;
      continue;
    }
    double share = 0;
    for (Index i = 0; i < n; ++i) share += result.without[at(i)] ? v[i] * v[i] : 0;
    if (share > 0.5) continue;  // of an unknown without effect
    for (Index i = 0; i < n; ++i) {
      const double d = std::abs(v[i]) > 1e-5 ? v[i] * result.unit[at(i)] : 0;
      if (d != 0) result.free[at(i)] = takes_part[at(i)] = 1;
      logs = logs && (d == 0 || x[at(i)] != 0);
      null_plain.push_back(d);
      null_log.push_back(d == 0 ? 0 : d / x[at(i)]);
    }
  }
  if (null_plain.empty()) return result;
  Attempt attempt;
  if (logs) attempt = name_all(n, null_log, x, takes_part, true, same);
  if (!attempt.complete) attempt = name_all(n, null_plain, x, takes_part, false, same);
  result.named = attempt.complete;
  if (attempt.complete) result.combinations = std::move(attempt.combinations);
  return result;
}

}  // namespace zwang::estimate
