// SPDX-License-Identifier: Apache-2.0
// The conditions at an end with their derivatives. Those by unknowns are totals: what is computed
// from an unknown moves with it, and so does the time of the end.

#include "assemble/dense_writer.h"
#include "assemble/parts.h"
#include "compile/ends/ends.h"

namespace zwang::compile {

using equations::EndKind;
using formula::Direction;
using formula::Graph;
using formula::Node;

namespace {

class EndWriter : DenseWriter {
 public:
  EndWriter(Scope& scope, Assembly& assembly, std::vector<Direction> directions)
      : DenseWriter(scope, assembly),
        q_(all_coordinates(scope)),
        directions_(std::move(directions)) {
    for (const Node x : q_) v_.push_back(scope.symbols().rate(x));
    n_ = static_cast<Index>(q_.size());
  }

  void write_rows(const EndFormulas& end, int number) {
    const Array values = of_end(Array::from_values, number),
                gradient = of_end(Array::from_gradient, number),
                slopes = of_end(Array::from_slopes, number);
    const auto rows = static_cast<Index>(end.rows.size());
    for (Index row = 0; row < rows; ++row) {
      const Node x = end.residuals[static_cast<std::size_t>(row)];
      write(x, values, row);
      write_gradient(x, q_, gradient, row * 2 * n_);
      write_gradient(x, v_, gradient, row * 2 * n_ + n_);
      for (std::size_t j = 0; j < directions_.size(); ++j) {
        write(along(scope_, x, directions_[j]), slopes, static_cast<Index>(j) * rows + row);
      }
    }
  }

  // Of Ψ = Σ ν·row over (q, unknowns); rates and their rows have no part in it.
  void write_curvature(const EndFormulas& end, int number) {
    const Array array = of_end(Array::from_curvature, number);
    Graph& g = scope_.graph();
    Node sum = g.constant(0);
    for (std::size_t row = 0; row < end.rows.size(); ++row) {
      const EndKind kind = end.rows[row].kind;
      if (kind == EndKind::rate || kind == EndKind::velocity) continue;
      sum = g.add(sum, g.multiply(end.nu[row], end.residuals[row]));
    }
    std::vector<Node> slopes;
    const Node one = g.constant(1);
    slopes = reverse(g, {&sum, 1}, {&one, 1}, q_);
    for (const Direction& direction : directions_) slopes.push_back(along(scope_, sum, direction));
    const auto width = static_cast<Index>(slopes.size());
    for (Index i = 0; i < width; ++i) {
      const Node slope = slopes[static_cast<std::size_t>(i)];
      write_gradient(slope, q_, array, i * width);
      for (std::size_t j = 0; j < directions_.size(); ++j) {
        write(along(scope_, slope, directions_[j]), array, i * width + n_ + static_cast<Index>(j));
      }
    }
  }

 private:
  std::vector<Node> q_, v_;
  std::vector<Direction> directions_;
  Index n_ = 0;
};

}  // namespace

void add_end(Scope& scope, Assembly& assembly, int end, const EndFormulas& formulas,
             const Unknowns& unknowns) {
  EndWriter writer(scope, assembly, directions_at(scope, formulas, unknowns));
  writer.write_rows(formulas, end);
  writer.write_curvature(formulas, end);
}

}  // namespace zwang::compile
