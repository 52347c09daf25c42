// SPDX-License-Identifier: Apache-2.0
// Lemke's method on the linear complementarity problem of contacts in the plane (Lötstedt 1982; Stewart,
// Trinkle 1996): z = (N, β⁺, β⁻, α), f = β⁺ − β⁻, w = (a_N, a_T + α, −a_T + α, L − β⁺ − β⁻). Where everything is
// at zero slip and the rows are compatible an answer exists for every coefficient, and this finds it; a
// ray proves nothing otherwise.

#include <algorithm>
#include <cmath>

#include "laws/friction/island_solver.h"
#include "linalg/vector.h"

namespace zwang::least {

namespace {

/// w = q + M z, w ⊥ z, both ≥ 0: the tableau of w and z₀ in terms of z.
class Tableau {
 public:
  explicit Tableau(Index n)
      : n_(n), width_(2 * n + 2), T_(static_cast<std::size_t>(n * width_), 0.0), basis_(n) {}

  // Columns: w (n), z (n), z₀, right side.
  double& at(Index i, Index j) { return T_[static_cast<std::size_t>(i * width_ + j)]; }

  void start(const std::vector<double>& M, const std::vector<double>& q,
             const std::vector<double>& cover) {
    for (Index i = 0; i < n_; ++i) {
      at(i, i) = 1;
      for (Index j = 0; j < n_; ++j) at(i, n_ + j) = -M[i * n_ + j];
      at(i, 2 * n_) = -cover[i];
      at(i, 2 * n_ + 1) = q[i];
      basis_[i] = i;
    }
  }

  bool solve(const std::vector<double>& cover, std::vector<double>& z) {
    Index row = 0;
    for (Index i = 1; i < n_; ++i)
      if (at(i, right()) / cover[i] < at(row, right()) / cover[row]) row = i;
    z.assign(static_cast<std::size_t>(n_), 0.0);
    if (at(row, right()) >= 0) return true;
    Index entering = 2 * n_;
    for (int step = 0; step < 50 * n_; ++step) {
      const Index leaving = basis_[row];
      pivot(row, entering);
      if (leaving == 2 * n_) {
        for (Index i = 0; i < n_; ++i)
          if (basis_[i] >= n_ && basis_[i] < 2 * n_) z[basis_[i] - n_] = at(i, right());
        return true;
      }
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
      row = leaves(entering);
      if (row < 0) return false;  // a ray
    }
    return false;
  }

 private:
  Index right() const { return 2 * n_ + 1; }

  void pivot(Index row, Index entering) {
    const double by = at(row, entering);
    for (Index j = 0; j < width_; ++j) at(row, j) /= by;
    for (Index i = 0; i < n_; ++i) {
      const double times = at(i, entering);
      if (i == row || times == 0) continue;
      for (Index j = 0; j < width_; ++j) at(i, j) -= times * at(row, j);
    }
    basis_[row] = entering;
  }

  /// The least ratio, by lexicographic order; z₀ leaves where it can.
  Index leaves(Index entering) {
    Index best = -1;
    for (Index i = 0; i < n_; ++i) {
      if (!(at(i, entering) > 1e-11)) continue;
      if (best < 0 || before(i, best, entering)) best = i;
    }
    if (best < 0) return best;
    const double least = at(best, right()) / at(best, entering);
    for (Index i = 0; i < n_; ++i)
      if (basis_[i] == 2 * n_ && at(i, entering) > 1e-11 &&
          at(i, right()) / at(i, entering) <= least + 1e-12)
        return i;
    return best;
  }

  bool before(Index i, Index k, Index entering) {
    const double u = at(i, right()) / at(i, entering) - at(k, right()) / at(k, entering);
    if (std::fabs(u) > 1e-12) return u < 0;
    for (Index j = 0; j < n_; ++j) {
      const double v = at(i, j) / at(i, entering) - at(k, j) / at(k, entering);
      if (std::fabs(v) > 1e-12) return v < 0;
    }
    return false;
  }

  Index n_, width_;
  std::vector<double> T_;
  std::vector<Index> basis_;
};

/// The problem of an island in the plane.
struct Complementarities {
  Index n = 0;
  std::vector<double> M, q;
  std::vector<Index> first;  // by rubbing at zero slip: of its β⁺, β⁻, α; −1 where it slides

  explicit Complementarities(const Island& island) {
    n = island.normals;
    for (const IslandRubbing& x : island.rubbing) {
      first.push_back(x.slides ? -1 : n);
      n += x.slides ? 0 : 3;
    }
    M.assign(static_cast<std::size_t>(n * n), 0.0);
    q.assign(static_cast<std::size_t>(n), 0.0);
    for (Index j = 0; j < island.normals; ++j) add_acceleration(island, j, 1, j);
    for (std::size_t k = 0; k < first.size(); ++k) {
      const Index at = first[k];
      if (at < 0) continue;
      const IslandRubbing& x = island.rubbing[k];
      add_acceleration(island, x.first, 1, at);
      add_acceleration(island, x.first, -1, at + 1);
      M[at * n + at + 2] = M[(at + 1) * n + at + 2] = 1;
      M[(at + 2) * n + at] = M[(at + 2) * n + at + 1] = -1;
      for (const Coefficient& mu : x.coefficients) M[(at + 2) * n + mu.normal] += mu.sliding;
      q[at + 2] = x.limit;
    }
  }

  void add_acceleration(const Island& island, Index i, double sign, Index row) {
    q[row] += sign * island.c[i];
    for (Index j = 0; j < island.normals; ++j) M[row * n + j] += sign * island.entry(i, j);
    for (std::size_t k = 0; k < first.size(); ++k) {
      const IslandRubbing& x = island.rubbing[k];
      const double by = sign * island.entry(i, x.first);
      if (x.slides) {
        q[row] -= by * x.limit * x.direction[0];
        for (const Coefficient& mu : x.coefficients)
          M[row * n + mu.normal] -= by * mu.sliding * x.direction[0];
      } else {
        M[row * n + first[k]] += by;
        M[row * n + first[k] + 1] -= by;
      }
    }
  }
};

}  // namespace

bool IslandSolver::lemke() {
  constexpr Index most = 20;  // contacts: beyond, rounding of the tableau makes rays
  const bool flat = std::all_of(island_.rubbing.begin(), island_.rubbing.end(),
                                [](const IslandRubbing& x) { return x.rows == 1; });
  const bool sided = std::all_of(island_.sided.begin(), island_.sided.end(),
                                 [](unsigned char x) { return x != 0; });
  if (!flat || !sided || island_.normals > most) return false;
  const Complementarities all(island_);
  std::vector<double> cover(static_cast<std::size_t>(all.n), 1.0), z;
  unsigned long long bits = 1;
  for (int round = 0; round < 10; ++round) {
    Tableau tableau(all.n);
    tableau.start(all.M, all.q, cover);
    if (tableau.solve(cover, z)) {
      std::fill(r_.begin(), r_.end(), 0.0);
      for (Index j = 0; j < island_.normals; ++j) r_[j] = z[j];
      for (std::size_t k = 0; k < all.first.size(); ++k) {
        const IslandRubbing& x = island_.rubbing[k];
        r_[x.first] = x.slides ? -x.direction[0] * island_.limit(x, r_.data())
                               : z[all.first[k]] - z[all.first[k] + 1];
      }
      if (hold(choices_at(island_, std::vector<double>(r_).data()))) return true;
    }
    // Another cover, the same every time.
    for (double& x : cover) {
      bits = bits * 6364136223846793005ull + 1442695040888963407ull;
      x = std::exp2(4 * (static_cast<double>(bits >> 11) * 0x1p-53 - 0.5));
    }
  }
  return false;
}

}  // namespace zwang::least
