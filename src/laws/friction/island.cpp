// SPDX-License-Identifier: Apache-2.0
#include "laws/friction/island.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/vector.h"

namespace zwang::least {

namespace {

/// Which island each row belongs to: rows that push each other, and rows of one law.
class Links {
 public:
  explicit Links(Index count) : root_(static_cast<std::size_t>(count)) {
    std::iota(root_.begin(), root_.end(), Index{0});
  }
  Index root(Index i) {
    while (root_[i] != i) i = root_[i] = root_[root_[i]];
    return i;
  }
  void join(Index i, Index j) {
    i = root(i);
    j = root(j);
    root_[std::max(i, j)] = std::min(i, j);
  }

 private:
  std::vector<Index> root_;
};

/// H of all rows, by its entries.
IslandRows entries_of(const ContactProblem& problem) {
  IslandRows H;
  H.freedom = problem.freedom;
  for (Index i = 0; i < problem.size; ++i) {
    const double* const row = problem.H.data() + i * problem.freedom;
    for (Index k = 0; k < problem.freedom; ++k) {
      if (row[k] == 0) continue;
      H.column.push_back(k);
      H.value.push_back(row[k]);
    }
    H.begin.push_back(static_cast<Index>(H.column.size()));
  }
  return H;
}

/// The rows that have each column.
std::vector<std::vector<Index>> by_column(const IslandRows& H) {
  std::vector<std::vector<Index>> entries(static_cast<std::size_t>(H.freedom));
  for (std::size_t i = 0; i + 1 < H.begin.size(); ++i)
    for (Index e = H.begin[i]; e < H.begin[i + 1]; ++e) entries[H.column[e]].push_back(e);
  return entries;
}

/// Calls take(i, j, G_ij) for j ≤ i that have a column in common.
template <class Take>
void for_each_product(const IslandRows& H, Take&& take) {
  const auto n = static_cast<Index>(H.begin.size()) - 1;
  const std::vector<std::vector<Index>> columns = by_column(H);
  std::vector<Index> row_of(H.column.size());
  for (Index i = 0; i < n; ++i)
    for (Index e = H.begin[i]; e < H.begin[i + 1]; ++e) row_of[e] = i;
  std::vector<double> sum(static_cast<std::size_t>(n), 0.0);
  std::vector<unsigned char> met(static_cast<std::size_t>(n), 0);
  std::vector<Index> list;
  for (Index i = 0; i < n; ++i) {
    list.clear();
    for (Index e = H.begin[i]; e < H.begin[i + 1]; ++e)
      for (const Index f : columns[H.column[e]]) {
        const Index j = row_of[f];
        if (j > i) break;
        if (!met[j]) list.push_back(j);
        met[j] = 1;
        sum[j] += H.value[e] * H.value[f];
      }
    for (const Index j : list) {
      take(i, j, sum[j]);
      sum[j] = 0;
      met[j] = 0;
    }
  }
}

/// Diagonal of G, and which rows push each other.
Links links_of(const ContactProblem& problem, const IslandRows& H, std::vector<double>& diagonal) {
  const Index n = problem.size;
  Links links(n);
  diagonal.assign(static_cast<std::size_t>(n), 0.0);
  for (Index i = 0; i < n; ++i)
    for (Index e = H.begin[i]; e < H.begin[i + 1]; ++e) diagonal[i] += H.value[e] * H.value[e];
  for_each_product(H, [&](Index i, Index j, double G) {
    if (j < i && std::fabs(G) > 1e-14 * std::sqrt(diagonal[i] * diagonal[j])) links.join(i, j);
  });
  for (const Rubbing& x : problem.rubbing) {
    for (Index k = 1; k < x.rows; ++k) links.join(x.first, x.first + k);
    for (const Coefficient& mu : x.coefficients) links.join(x.first, mu.normal);
  }
  return links;
}

/// The rows of an island, each divided by `unit`; its columns are numbered as they come.
void add_rows(const IslandRows& all, double unit, std::vector<Index>& place, Island& island) {
  for (const Index i : island.row) {
    for (Index e = all.begin[i]; e < all.begin[i + 1]; ++e) {
      Index& k = place[all.column[e]];
      if (k < 0) k = island.H.freedom++;
      island.H.column.push_back(k);
      island.H.value.push_back(all.value[e] / unit);
    }
    island.H.begin.push_back(static_cast<Index>(island.H.column.size()));
  }
  for (const Index i : island.row)
    for (Index e = all.begin[i]; e < all.begin[i + 1]; ++e) place[all.column[e]] = -1;
}

void add_rubbing(const ContactProblem& problem, const std::vector<unsigned char>& broken,
                 const std::vector<Index>& place, Island& island) {
  for (std::size_t k = 0; k < problem.rubbing.size(); ++k) {
    const Rubbing& x = problem.rubbing[k];
    if (place[x.first] < 0) continue;
    IslandRubbing own;
    own.whole = static_cast<Index>(k);
    own.first = place[x.first];
    own.rows = x.rows;
    const bool gives = x.slides || broken[k];
    own.limit = (gives ? x.sliding : x.sticking) / island.force;
    for (Coefficient mu : x.coefficients) {
      mu.normal = place[mu.normal];
      if (!gives) mu.sliding = mu.sticking;
      own.coefficients.push_back(mu);
    }
    own.slides = x.slides;
    std::copy_n(x.direction, 3, own.direction);
    island.rubbing.push_back(std::move(own));
  }
}

}  // namespace

std::vector<Island> islands_of(const ContactProblem& problem,
                               const std::vector<unsigned char>& broken) {
  const Index n = problem.size;
  const IslandRows H = entries_of(problem);
  std::vector<double> diagonal;
  Links links = links_of(problem, H, diagonal);
  std::vector<Index> place(static_cast<std::size_t>(n), -1);
  std::vector<Index> column_place(static_cast<std::size_t>(problem.freedom), -1);
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) members[links.root(i)].push_back(i);
  std::vector<Island> islands;
  for (Index root = 0; root < n; ++root) {
    if (links.root(root) != root) continue;
    Island island;
    double largest = 0, size = 0;
    for (const Index i : members[root]) {
      place[i] = island.n++;
      island.row.push_back(i);
      if (i < problem.normals) {
        ++island.normals;
        island.sided.push_back(problem.sided[i]);
      }
      largest = std::max(largest, diagonal[i]);
      size = std::max({size, problem.terms[i], std::fabs(problem.c[i])});
    }
    // Without accelerations, or where nothing can be pushed, any unit will do.
    island.acceleration = size > 0 ? size : 1;
    const double g = largest > 0 ? largest : 1;
    island.force = island.acceleration / g;
    for (const Index i : island.row) island.c.push_back(problem.c[i] / island.acceleration);
    add_rows(H, std::sqrt(g), column_place, island);
    add_rubbing(problem, broken, place, island);
    for (const Index i : island.row) place[i] = -1;
    islands.push_back(std::move(island));
  }
  return islands;
}

const std::vector<double>& Island::G() const {
  if (!G_.empty() || n == 0) return G_;
  G_.assign(static_cast<std::size_t>(n * n), 0.0);
  for_each_product(H, [&](Index i, Index j, double x) { G_[i * n + j] = G_[j * n + i] = x; });
  return G_;
}

void Island::accelerate(const double* r, double* a) const {
  std::vector<double> x(static_cast<std::size_t>(H.freedom), 0.0);
  for (Index i = 0; i < n; ++i)
    for (Index e = H.begin[i]; r[i] != 0 && e < H.begin[i + 1]; ++e)
      x[H.column[e]] += H.value[e] * r[i];
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index e = H.begin[i]; e < H.begin[i + 1]; ++e) sum += H.value[e] * x[H.column[e]];
    a[i] = c[i] + sum;
  }
}

double Island::limit(const IslandRubbing& x, const double* r) const {
  double limit = x.limit;
  for (const Coefficient& mu : x.coefficients) {
    const double N = r[mu.normal];
    limit += mu.sliding * (sided[mu.normal] ? std::fmax(N, 0.0) : std::fabs(N));
  }
  return limit;
}

bool Island::signed_limit(const IslandRubbing& x) const {
  return std::any_of(x.coefficients.begin(), x.coefficients.end(),
                     [this](const Coefficient& mu) { return !sided[mu.normal]; });
}

void onto_disc(double limit, Index rows, double* x) {
  const double length = linalg::norm(x, rows);
  if (length <= limit) return;
  for (Index i = 0; i < rows; ++i) x[i] *= limit / length;
}

ContactResiduals residuals_of(const Island& island, const double* r, double* a) {
  island.accelerate(r, a);
  return judge(island, r, a);
}

ContactResiduals judge(const ContactProblem& problem, const double* r, const double* a) {
  ContactResiduals worst;
  for (const Island& island :
       islands_of(problem, std::vector<unsigned char>(problem.rubbing.size(), 0))) {
    std::vector<double> own_r, own_a;
    for (const Index i : island.row) {
      own_r.push_back(r[i] / island.force);
      own_a.push_back(a[i] / island.acceleration);
    }
    worst.take(judge(island, own_r.data(), own_a.data()));
  }
  return worst;
}

ContactResiduals judge(const Island& island, const double* r, const double* a) {
  ContactResiduals worst;
  for (Index j = 0; j < island.normals; ++j) {
    if (!island.sided[j]) {
      worst.sinks = std::fmax(worst.sinks, std::fabs(a[j]));
      continue;
    }
    worst.pulls = std::fmax(worst.pulls, -r[j]);
    worst.sinks = std::fmax(worst.sinks, -a[j]);
    worst.apart = std::fmax(worst.apart, std::fmin(r[j], a[j]));
  }
  for (const IslandRubbing& x : island.rubbing) {
    const double limit = island.limit(x, r);
    const double *f = r + x.first, *own = a + x.first;
    worst.cone = std::fmax(worst.cone, linalg::norm(f, x.rows) - limit);
    double due[3] = {}, off[3] = {};
    for (Index i = 0; i < x.rows; ++i) due[i] = x.slides ? -limit * x.direction[i] : f[i] - own[i];
    if (!x.slides) onto_disc(limit, x.rows, due);
    for (Index i = 0; i < x.rows; ++i) off[i] = f[i] - due[i];
    worst.opposes = std::fmax(worst.opposes, linalg::norm(off, x.rows));
  }
  return worst;
}

}  // namespace zwang::least
