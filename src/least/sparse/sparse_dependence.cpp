// SPDX-License-Identifier: Apache-2.0
// Rows that are multiples of earlier ones are found by their entries. Of the others LDLᵀ of Ĝ = D̂D̂ᵀ leaves
// out those that stand out from the rows before by less than √1e-12; the squares hide what is below 1e-8,
// so each of them is looked at again by itself: y with d = D̂ᵀy, refined until the rest is of the size of
// rounding, and the length of the rest decides. As in least/diagnose.cpp the latest row of a combination is
// the one that is said to follow from the others.

#include "least/sparse/sparse_dependence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/index.h"
#include "least/sparse/sparse_gram.h"
#include "linalg/rank.h"
#include "linalg/sparse/independent_ldl.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

// The squares of the pivots of the rule. Rounding of Ĝ is a thousandth of it.
constexpr double least_square = linalg::stepping_tolerance() * linalg::stepping_tolerance();
// Products that the combinations of rows may take: about a second.
constexpr double most_products = 5e8;

/// LDLᵀ of Ĝ on rows that are independent.
class IndependentRows {
 public:
  /// Without the rows that are `off` (m flags); those that it leaves out itself are appended.
  IndependentRows(const WeighedRows& weighed, std::vector<unsigned char> off,
                  std::vector<Index>& left_out)
      : gram_(gram_pattern(weighed.pattern())),
        pattern_(gram_.begin, gram_.column),
        f_(pattern_),
        off_(std::move(off)) {
    const SparseRows D = weighed.D();
    std::vector<double> scattered(at(D.n), 0.0), G(gram_.column.size()), diagonal(at(D.m));
    fill_gram(D, gram_, scattered.data(), G.data(), diagonal.data());
    constexpr double out = 1e300;  // so large a pivot takes a row out
    for (std::size_t i = 0; i < off_.size(); ++i)
      if (off_[i]) diagonal[i] = out;
    const std::size_t before = left_out.size();
    linalg::factor_independent(pattern_, G.data(), diagonal.data(), least_square, f_, left_out);
    for (std::size_t k = before; k < left_out.size(); ++k) off_[at(left_out[k])] = 1;
  }

  /// x ← Ĝ⁻¹x; zero on the rows that are out.
  void solve(double* x) noexcept {
    linalg::solve_ldl(pattern_, f_, x);
    for (std::size_t i = 0; i < off_.size(); ++i)
      if (off_[i]) x[i] = 0;
  }
  Index entries() const noexcept { return pattern_.entries(); }

 private:
  SparsePattern gram_;
  linalg::LdlPattern pattern_;
  linalg::SparseLdl f_;
  std::vector<unsigned char> off_;
};

using Combination = std::map<Index, double>;  // by row, equilibrated; the largest is 1

class Finder {
 public:
  Finder(const WeighedRows& weighed, RankTolerance tolerance)
      : weighed_(weighed),
        D_(weighed.D()),
        tolerance_(tolerance),
        instant_(linalg::instant_tolerance(D_.m, D_.n)),
        off_(at(D_.m), 0),
        rest_(at(D_.n), 0.0),
        y_(at(D_.m), 0.0),
        step_(at(D_.m), 0.0) {
    found_.unique.assign(at(D_.m), 1);
  }

  SparseDependences find() {
    find_vanished();
    find_multiples();
    std::vector<Index> candidates;
    independent_.emplace(weighed_, off_, candidates);
    const double each = 4.0 * static_cast<double>(independent_->entries() + D_.begin[D_.m]);
    const auto most = static_cast<std::size_t>(most_products / std::max(each, 1.0)) + 1;
    std::vector<Index> rest;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      if (k < most) {
        look_at(candidates[k]);
      } else {
        rest.push_back(candidates[k]);
      }
    }
    reduce_from_last();
    for (const Combination& w : combinations_) tell(w);
    look_at_all(rest);
    std::sort(found_.all.begin(), found_.all.end(),
              [](const Dependence& x, const Dependence& y) { return x.row < y.row; });
    return std::move(found_);
  }

 private:
  Index entries(Index i) const { return D_.begin[i + 1] - D_.begin[i]; }

  void find_vanished() {
    for (Index i = 0; i < D_.m; ++i) {
      if (weighed_.scale()[i] != 0) continue;
      off_[at(i)] = 1;
      found_.unique[at(i)] = 0;
      found_.vanished.push_back(i);
      found_.all.push_back({static_cast<std::size_t>(i), {}, {}});
    }
  }

  // D̂_i = ±D̂_j, to what the tolerance forgives; entries that are zero do not count.
  double distance(Index i, Index j, double sign) const {
    double square = 0;
    Index e = D_.begin[i], f = D_.begin[j];
    while (e < D_.begin[i + 1] || f < D_.begin[j + 1]) {
      const Index of_i = e < D_.begin[i + 1] ? D_.column[e] : D_.n,
                  of_j = f < D_.begin[j + 1] ? D_.column[f] : D_.n;
      const double x = of_i <= of_j ? D_.value[e] : 0, y = of_j <= of_i ? D_.value[f] : 0;
      square += (x - sign * y) * (x - sign * y);
      e += of_i <= of_j;
      f += of_j <= of_i;
    }
    return std::sqrt(square);
  }

  // The column of the largest entry, the first of equals: near enough the same for rows that are nearly so.
  std::size_t key(Index i) const {
    double largest = 0;
    for (Index e = D_.begin[i]; e < D_.begin[i + 1]; ++e)
      largest = std::max(largest, std::fabs(D_.value[e]));
    for (Index e = D_.begin[i]; e < D_.begin[i + 1]; ++e)
      if (std::fabs(D_.value[e]) > 0.999 * largest) return at(D_.column[e]);
    return 0;
  }

  // Multiples of an earlier row. What is missed here, the factor finds.
  void find_multiples() {
    std::unordered_map<std::size_t, std::vector<Index>> seen;
    for (Index i = 0; i < D_.m; ++i) {
      if (off_[at(i)]) continue;
      std::vector<Index>& others = seen[key(i)];
      for (const Index j : others) {
        const double plus = distance(i, j, 1), minus = distance(i, j, -1);
        if (!counts(std::min(plus, minus))) continue;
        off_[at(i)] = 1;
        add({{j, plus < minus ? -1.0 : 1.0}, {i, 1.0}}, std::min(plus, minus));
        break;
      }
      constexpr std::size_t few = 32;  // rows compared with each one
      if (!off_[at(i)] && others.size() < few) others.push_back(i);
    }
  }

  bool counts(double distance) const {
    return distance <=
           (tolerance_ == RankTolerance::stepping ? linalg::stepping_tolerance() : instant_);
  }

  void add(Combination w, double distance) {
    found_.near_singular += distance > instant_;
    combinations_.push_back(std::move(w));
  }

  // rest_ ← what is left of `rest_`, a combination of rows, y_ the combination of the independent ones.
  double take_off() {
    std::fill(y_.begin(), y_.end(), 0.0);
    double before = linalg::norm(rest_.data(), D_.n);
    for (int round = 0; round < 4 && before > 0; ++round) {
      multiply(D_, rest_.data(), step_.data());
      independent_->solve(step_.data());
      for (std::size_t i = 0; i < y_.size(); ++i) {
        y_[i] += step_[i];
        step_[i] = -step_[i];
      }
      add_transposed(D_, step_.data(), rest_.data());
      const double left = linalg::norm(rest_.data(), D_.n);
      if (left > 0.5 * before) return left;
      before = left;
    }
    return before;
  }

  void scatter(Index row, double factor) {
    for (Index e = D_.begin[row]; e < D_.begin[row + 1]; ++e)
      rest_[at(D_.column[e])] += factor * D_.value[e];
  }

  double cut() const { return linalg::coefficient_tolerance(D_.m, D_.n, 1e-3); }

  void look_at(Index row) {
    std::fill(rest_.begin(), rest_.end(), 0.0);
    scatter(row, 1);
    const double left = take_off();
    if (!counts(left)) return;
    Combination w;
    double largest = 1;
    for (const double x : y_) largest = std::max(largest, std::fabs(x));
    for (Index i = 0; i < D_.m; ++i)
      if (std::fabs(y_[at(i)]) > cut() * largest) w[i] = -y_[at(i)] / largest;
    w[row] = 1 / largest;
    add(std::move(w), left);
  }

  // Too many to tell one by one. One random sum of them has all the rows that any of them follows from.
  void look_at_all(const std::vector<Index>& rows) {
    if (rows.empty()) return;
    std::fill(rest_.begin(), rest_.end(), 0.0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      scatter(rows[k], 1 + 0.5 * std::sin(1.0 + 2.7 * static_cast<double>(k)));
      found_.all.push_back({at(rows[k]), {}, {}});
      found_.unique[at(rows[k])] = 0;
    }
    take_off();
    double largest = 0;
    for (const double x : y_) largest = std::max(largest, std::fabs(x));
    for (std::size_t i = 0; i < y_.size(); ++i)
      if (std::fabs(y_[i]) > 1e-6 * largest) found_.unique[i] = 0;
  }

  void eliminate(Combination& w, const Combination& pivot, Index row) const {
    const auto there = w.find(row);
    if (there == w.end()) return;
    const double t = there->second / pivot.at(row);
    for (const auto& [i, x] : pivot) w[i] -= t * x;
    double largest = 0;
    for (const auto& [i, x] : w) largest = std::max(largest, std::fabs(x));
    for (auto& [i, x] : w) x /= largest;
    std::erase_if(w, [&](const auto& entry) {
      return entry.first == row || std::fabs(entry.second) <= cut();
    });
  }

  // Echelon form from the last row on: the latest row of each combination is in no other one.
  void reduce_from_last() {
    std::map<Index, std::vector<std::size_t>> by_last;
    const auto file = [&](std::size_t k) {
      if (!combinations_[k].empty()) by_last[combinations_[k].rbegin()->first].push_back(k);
    };
    for (std::size_t k = 0; k < combinations_.size(); ++k) file(k);
    std::map<Index, std::size_t> pivots;
    while (!by_last.empty()) {
      const auto last = std::prev(by_last.end());
      const Index row = last->first;
      const std::vector<std::size_t> users = std::move(last->second);
      by_last.erase(last);
      const auto size = [&](std::size_t k) { return std::fabs(combinations_[k].at(row)); };
      const std::size_t best =
          *std::max_element(users.begin(), users.end(),
                            [&](std::size_t k, std::size_t l) { return size(k) < size(l); });
      pivots[row] = best;
      for (const std::size_t k : users) {
        if (k == best) continue;
        eliminate(combinations_[k], combinations_[best], row);
        file(k);
      }
    }
    // Those with earlier pivots are free of others by the time they are needed.
    for (const auto& [row, k] : pivots) {
      std::vector<Index> rows;
      for (const auto& [i, x] : combinations_[k])
        if (i != row && pivots.count(i) > 0) rows.push_back(i);
      for (const Index i : rows) eliminate(combinations_[k], combinations_[pivots.at(i)], i);
    }
  }

  void tell(const Combination& w) {
    if (w.size() < 2) return;
    const auto last = w.rbegin();
    const double* const s = weighed_.scale();
    Dependence told;
    told.row = at(last->first);
    for (const auto& [i, x] : w) {
      found_.unique[at(i)] = 0;
      if (i == last->first) continue;
      told.rows.push_back(at(i));
      told.coefficients.push_back(-x * s[i] / (last->second * s[last->first]));
    }
    found_.all.push_back(std::move(told));
  }

  const WeighedRows& weighed_;
  const SparseRows D_;
  std::optional<IndependentRows> independent_;
  RankTolerance tolerance_;
  double instant_;
  std::vector<unsigned char> off_;
  std::vector<double> rest_, y_, step_;
  std::vector<Combination> combinations_;
  SparseDependences found_;
};

}  // namespace

SparseDependences find_dependences(const WeighedRows& weighed, RankTolerance tolerance) {
  return Finder(weighed, tolerance).find();
}

}  // namespace zwang::least
