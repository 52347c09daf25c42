// SPDX-License-Identifier: Apache-2.0
// The derivatives of F* that ends and verdicts ask for.

#include "assemble/dense_writer.h"
#include "assemble/parts.h"
#include "compile/ends/functional.h"

namespace zwang::compile {

using formula::Direction;
using formula::Graph;
using formula::Node;

namespace {

class DensityWriter : DenseWriter {
 public:
  DensityWriter(Scope& scope, Assembly& assembly)
      : DenseWriter(scope, assembly), q_(all_coordinates(scope)) {
    for (const Node x : q_) v_.push_back(scope.symbols().rate(x));
  }

  void write_values(const Functional& functional, const Unknowns& unknowns) {
    Graph& g = scope_.graph();
    const Node F = functional.sum, one = g.constant(1);
    p_ = reverse(g, {&F, 1}, {&one, 1}, v_);
    densities_ = functional.G;
    Node rest = F;  // F* − v·F*_v
    for (std::size_t i = 0; i < v_.size(); ++i) {
      rest = g.subtract(rest, g.multiply(v_[i], p_[i]));
    }
    densities_.push_back(rest);
    Direction time;
    time.set(g.slot(scope_.time()), one);
    densities_.push_back(along(scope_, F, time));
    for (const Direction& unknown : unknowns.directions) {
      densities_.push_back(along(scope_, F, unknown));
    }
    write(functional.F, Array::integrand, 0);
    for (std::size_t k = 0; k < densities_.size(); ++k) {
      write(densities_[k], Array::densities, static_cast<Index>(k));
    }
  }

  void write_slopes(const std::vector<Direction>& directions) {
    std::map<std::uint32_t, Node> p;
    for (std::size_t i = 0; i < q_.size(); ++i) p.emplace(scope_.graph().slot(q_[i]), p_[i]);
    assembly_.add_momentum(assembly_.lone(), p, directions);
    const auto n = static_cast<Index>(q_.size()), kinds = static_cast<Index>(densities_.size());
    for (std::size_t k = 0; k < densities_.size(); ++k) {
      const Index row = static_cast<Index>(k) * 2 * n;
      write_gradient(densities_[k], q_, Array::density_gradient, row);
      write_gradient(densities_[k], v_, Array::density_gradient, row + n);
      for (std::size_t j = 0; j < directions.size(); ++j) {
        write(along(scope_, densities_[k], directions[j]), Array::density_slopes,
              static_cast<Index>(j) * kinds + static_cast<Index>(k));
      }
    }
  }

  void write_second(Node F) {
    Graph& g = scope_.graph();
    const auto n = static_cast<Index>(q_.size());
    const Node one = g.constant(1);
    const std::vector<Node> F_x = reverse(g, {&F, 1}, {&one, 1}, q_);
    for (Index i = 0; i < n; ++i) {
      const Node x = F_x[static_cast<std::size_t>(i)];
      write(x, Array::F_x, i);
      write_gradient(x, q_, Array::F_xx, i * n);
      write_gradient(x, v_, Array::F_xv, i * n);
    }
  }

 private:
  std::vector<Node> q_, v_;
  std::vector<Node> p_, densities_;
};

}  // namespace

void add_functional(Scope& scope, Assembly& assembly, const Functional& functional,
                    const Unknowns& unknowns, const std::vector<Direction>& directions) {
  if (!functional.given()) return;
  DensityWriter writer(scope, assembly);
  writer.write_values(functional, unknowns);
  writer.write_slopes(directions);
  writer.write_second(functional.sum);
}

}  // namespace zwang::compile
