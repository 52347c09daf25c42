// SPDX-License-Identifier: Apache-2.0
#include "least/friction/island.h"

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

std::vector<double> products(const ContactProblem& problem) {
  const Index n = problem.size, d = problem.freedom;
  std::vector<double> G(static_cast<std::size_t>(n * n));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j)
      G[i * n + j] = G[j * n + i] =
          linalg::dot(problem.H.data() + i * d, problem.H.data() + j * d, d);
  return G;
}

Links links_of(const ContactProblem& problem, const std::vector<double>& G) {
  const Index n = problem.size;
  Links links(n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < i; ++j)
      if (std::fabs(G[i * n + j]) > 1e-14 * std::sqrt(G[i * n + i] * G[j * n + j]))
        links.join(i, j);
  for (const Rubbing& x : problem.rubbing) {
    for (Index k = 1; k < x.rows; ++k) links.join(x.first, x.first + k);
    for (const Coefficient& mu : x.coefficients) links.join(x.first, mu.normal);
  }
  return links;
}

void add_rubbing(const ContactProblem& problem, const std::vector<unsigned char>& broken,
                 const std::vector<Index>& place, Island& island) {
  for (std::size_t k = 0; k < problem.rubbing.size(); ++k) {
    const Rubbing& x = problem.rubbing[k];
    if (place[x.first] < 0 || island.row[place[x.first]] != x.first) continue;
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
  const std::vector<double> G = products(problem);
  Links links = links_of(problem, G);
  std::vector<Island> islands;
  for (Index root = 0; root < n; ++root) {
    if (links.root(root) != root) continue;
    Island island;
    std::vector<Index> place(static_cast<std::size_t>(n), -1);
    double largest = 0, size = 0;
    for (Index i = 0; i < n; ++i) {
      if (links.root(i) != root) continue;
      place[i] = island.n++;
      island.row.push_back(i);
      if (i < problem.normals) {
        ++island.normals;
        island.sided.push_back(problem.sided[i]);
      }
      largest = std::max(largest, G[i * n + i]);
      size = std::max({size, problem.terms[i], std::fabs(problem.c[i])});
    }
    // Without accelerations, or where nothing can be pushed, any unit will do.
    island.acceleration = size > 0 ? size : 1;
    const double g = largest > 0 ? largest : 1;
    island.force = island.acceleration / g;
    for (const Index i : island.row) {
      island.c.push_back(problem.c[i] / island.acceleration);
      for (const Index j : island.row) island.G.push_back(G[i * n + j] / g);
    }
    add_rubbing(problem, broken, place, island);
    islands.push_back(std::move(island));
  }
  return islands;
}

void Island::accelerate(const double* r, double* a) const {
  for (Index i = 0; i < n; ++i) a[i] = c[i] + linalg::dot(G.data() + i * n, r, n);
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
