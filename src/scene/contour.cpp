// SPDX-License-Identifier: Apache-2.0
#include "scene/contour.h"

#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace zwang::scene {

namespace {

constexpr std::size_t most_curves = 24;  // of one function; more is noise

using Key = std::pair<std::size_t, std::size_t>;  // the two nodes of an edge

Triple between(const Triple& a, const Triple& b, double s) {
  return {a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])};
}

/// Values at the nodes of a grid, and the zeros on the edges between them.
class Grid {
 public:
  Grid(const Field& field, const Box& box, int cells, bool flat)
      : field_(field), box_(box), n_(static_cast<std::size_t>(cells) + 1), deep_(flat ? 1 : n_) {
    for (std::size_t k = 0; k < n_ * n_ * deep_; ++k) values_.push_back(field(place(k)));
  }

  std::size_t nodes() const { return n_; }
  std::size_t node(std::size_t i, std::size_t j, std::size_t k = 0) const {
    return (k * n_ + j) * n_ + i;
  }
  bool is_inside(std::size_t node) const { return values_[node] < 0; }
  bool crosses(std::size_t a, std::size_t b) const {
    return std::isfinite(values_[a]) && std::isfinite(values_[b]) && is_inside(a) != is_inside(b);
  }

  /// The zero on an edge that crosses, by halving: a pole is no zero.
  std::optional<Triple> zero(Key edge) const {
    Triple low = place(edge.first), high = place(edge.second);
    const bool inside = is_inside(edge.first);
    const double size = std::abs(values_[edge.first]) + std::abs(values_[edge.second]);
    double value = 0;
    for (int step = 0; step < 16; ++step) {
      const Triple middle = between(low, high, 0.5);
      value = field_(middle);
      ((value < 0) == inside ? low : high) = middle;
    }
    if (!(std::abs(value) <= size)) return std::nullopt;
    const Triple at = between(low, high, 0.5);
    return Triple{five_digits(at[0]), five_digits(at[1]), five_digits(at[2])};
  }

 private:
  Triple place(std::size_t k) const {
    const std::size_t index[] = {k % n_, k / n_ % n_, k / n_ / n_};
    Triple at = box_.low;
    for (std::size_t axis = 0; axis < (deep_ == 1 ? 2u : 3u); ++axis) {
      at[axis] += (box_.high[axis] - box_.low[axis]) * static_cast<double>(index[axis]) /
                  static_cast<double>(n_ - 1);
    }
    return at;
  }

  const Field& field_;
  Box box_;
  std::size_t n_, deep_;
  std::vector<double> values_;
};

Key edge_of(std::size_t a, std::size_t b) { return a < b ? Key{a, b} : Key{b, a}; }

/// Pieces of curves between edges, joined where they share one.
class Chains {
 public:
  void join(Key a, Key b) {
    beside_[a].push_back(b);
    beside_[b].push_back(a);
  }

  /// The edges of one curve, which are taken out; ends first, so that an open curve is whole.
  std::vector<Key> take(bool& closed) {
    auto begin = beside_.begin();
    closed = true;
    for (auto at = beside_.begin(); at != beside_.end() && closed; ++at) {
      if (at->second.size() != 1) continue;
      begin = at;
      closed = false;
    }
    std::vector<Key> way{begin->first};
    for (std::vector<Key> next = remove(begin->first); !next.empty();) {
      way.push_back(next.front());
      next = remove(next.front());
    }
    return way;
  }
  bool empty() const { return beside_.empty(); }

 private:
  // What is still beside an edge, which forgets it.
  std::vector<Key> remove(Key edge) {
    std::vector<Key> next;
    for (const Key& other : beside_[edge]) {
      const auto at = beside_.find(other);
      if (at == beside_.end() || other == edge) continue;
      std::erase(at->second, edge);
      next.push_back(other);
    }
    beside_.erase(edge);
    return next;
  }

  std::map<Key, std::vector<Key>> beside_;
};

// Opposite corners alike: cut off one by one.
void march(const Grid& grid, const std::array<std::size_t, 4>& corners, Chains& chains) {
  std::vector<Key> edges;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t a = corners[k], b = corners[(k + 1) % 4];
    if (grid.crosses(a, b)) edges.push_back(edge_of(a, b));
  }
  for (std::size_t k = 0; k + 1 < edges.size(); k += 2) chains.join(edges[k], edges[k + 1]);
}

/// The vertices of a surface, each on its edge.
class Mesh {
 public:
  Mesh(const Grid& grid, Surface& surface) : grid_(grid), surface_(surface) {}

  void cut(const std::array<std::size_t, 4>& corners) {
    std::vector<std::size_t> in, out;
    for (const std::size_t corner : corners) (grid_.is_inside(corner) ? in : out).push_back(corner);
    for (const std::size_t a : in) {
      for (const std::size_t b : out) {
        if (!grid_.crosses(a, b)) return;
      }
    }
    if (in.size() == 1) add({in[0], out[0]}, {in[0], out[1]}, {in[0], out[2]});
    if (in.size() == 3) add({in[0], out[0]}, {in[1], out[0]}, {in[2], out[0]});
    if (in.size() == 2) {
      add({in[0], out[0]}, {in[0], out[1]}, {in[1], out[0]});
      add({in[0], out[1]}, {in[1], out[1]}, {in[1], out[0]});
    }
  }

 private:
  void add(Key a, Key b, Key c) {
    std::vector<double> triangle;
    for (const Key& edge : {a, b, c}) {
      triangle.push_back(vertex_on(edge_of(edge.first, edge.second)));
      if (triangle.back() < 0) return;
    }
    surface_.triangles.insert(surface_.triangles.end(), triangle.begin(), triangle.end());
  }

  double vertex_on(Key edge) {
    const auto known = vertices_.find(edge);
    if (known != vertices_.end()) return known->second;
    const std::optional<Triple> at = grid_.zero(edge);
    const double number = at ? static_cast<double>(surface_.vertices.size() / 3) : -1;
    if (at) surface_.vertices.insert(surface_.vertices.end(), at->begin(), at->end());
    return vertices_[edge] = number;
  }

  const Grid& grid_;
  Surface& surface_;
  std::map<Key, double> vertices_;
};

}  // namespace

double five_digits(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 5).ptr;
  std::from_chars(text, end, x);
  return x;
}

std::vector<Curve> contour_curves(const Field& field, const Box& box, int cells) {
  const Grid grid(field, box, cells, true);
  Chains chains;
  for (std::size_t j = 0; j + 1 < grid.nodes(); ++j) {
    for (std::size_t i = 0; i + 1 < grid.nodes(); ++i) {
      march(grid,
            {grid.node(i, j), grid.node(i + 1, j), grid.node(i + 1, j + 1), grid.node(i, j + 1)},
            chains);
    }
  }
  std::vector<Curve> curves;
  while (!chains.empty() && curves.size() < most_curves) {
    Curve curve;
    for (const Key& edge : chains.take(curve.closed)) {
      if (const auto at = grid.zero(edge)) curve.points.push_back(*at);
    }
    if (curve.points.size() > 1) curves.push_back(std::move(curve));
  }
  return curves;
}

// Each cube as six tetrahedra about one of its diagonals.
Surface contour_surface(const Field& field, const Box& box, int cells) {
  constexpr int paths[6][2] = {{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}};
  const Grid grid(field, box, cells, false);
  Surface surface;
  Mesh mesh(grid, surface);
  const std::size_t n = grid.nodes();
  for (std::size_t k = 0; k + 1 < n; ++k) {
    for (std::size_t j = 0; j + 1 < n; ++j) {
      for (std::size_t i = 0; i + 1 < n; ++i) {
        const auto corner = [&](int c) {
          return grid.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1));
        };
        for (const auto& path : paths) {
          mesh.cut({corner(0), corner(path[0]), corner(path[1]), corner(7)});
        }
      }
    }
  }
  return surface;
}

}  // namespace zwang::scene
