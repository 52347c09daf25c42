// SPDX-License-Identifier: Apache-2.0
#include "compile/ends/ends.h"

#include <algorithm>
#include <cmath>

#include "assemble/named.h"
#include "assemble/parts.h"
#include "formula/derive/derive.h"
#include "scope/code.h"

namespace zwang::compile {

using equations::EndKind;
using formula::Graph;
using formula::no_node;
using formula::Node;

namespace {

class EndReader {
 public:
  EndReader(Scope& scope, const Assembly& assembly, const Names& names, const End& end)
      : scope_(scope), assembly_(assembly), names_(names), end_(end) {}

  void read_time() {
    if (!end_.t.given()) {
      scope_.complain(code::end_time, Expression("", end_.at),
                      "an end needs its " + scope_.description().time.text,
                      "a number, or a formula of parameters and unknowns");
      return;
    }
    formulas.t = scope_.settled(end_.t);
  }

  // In the order of the coordinates, rates behind them.
  void read_values() {
    struct Given {
      equations::EndRow row;
      Node residual;
    };
    std::vector<Given> all;
    const std::vector<Node> q = all_coordinates(scope_);
    for (const auto& [name, formula] : end_.values) {
      const auto found =
          find_coordinates(scope_, assembly_, names_, name, Naming::coordinate_or_rate);
      const Node value = scope_.settled(formula);
      if (found.empty() || value == no_node) continue;
      const equations::EndRow row{found[0].rate ? EndKind::rate : EndKind::coordinate,
                                  found[0].coordinate};
      const auto is_same = [&](const Given& other) {
        return other.row.kind == row.kind && other.row.number == row.number;
      };
      if (std::any_of(all.begin(), all.end(), is_same)) {
        scope_.complain(code::end_twice, name, "this end gives '" + name.text + "' twice");
        continue;
      }
      const Node x = q[static_cast<std::size_t>(row.number)];
      all.push_back(
          {row, scope_.graph().subtract(found[0].rate ? scope_.symbols().rate(x) : x, value)});
    }
    std::sort(all.begin(), all.end(), [](const Given& x, const Given& y) {
      return std::pair(x.row.kind, x.row.number) < std::pair(y.row.kind, y.row.number);
    });
    for (const Given& given : all) add(given.row, given.residual);
  }

  void read_surfaces() {
    for (std::size_t k = 0; k < end_.on.size(); ++k) {
      const auto formula = scope_.equation(end_.on[k]);
      if (!formula) continue;
      const bool bare = coordinates_in(scope_, formula->value.nodes()).empty();
      if (bare || formula->relation != formula::Relation::equal) {
        scope_.complain(code::end_surface, end_.on[k],
                        bare ? "this equation contains no coordinates"
                             : "the surface of an end is an equation, left = right",
                        "as in x^2 + y^2 = 4");
        continue;
      }
      if (!is_of_positions(end_.on[k], formula->value)) continue;
      for (const Node x : formula->value.nodes()) {
        add({EndKind::surface, static_cast<Index>(k)}, x);
      }
    }
  }

  void take_rows(const std::vector<WrittenRow>& rows, equations::Level level, EndKind kind) {
    for (const WrittenRow& row : rows) {
      if (row.level == level) add({kind, row.row}, row.residual);
    }
  }

  EndFormulas formulas;

 private:
  void add(const equations::EndRow& row, Node residual) {
    formulas.rows.push_back(row);
    formulas.residuals.push_back(residual);
    const std::string words = "ν of end row";
    formulas.nu.push_back(scope_.symbols().add_index(words));
    scope_.symbols().remove(words);
  }

  bool is_of_positions(const Expression& at, const formula::Value& value) {
    for (const Node x : scope_.graph().reachable(value.nodes())) {
      if (scope_.graph().op(x) != formula::Op::input) continue;
      const formula::Input& input = scope_.symbols().inputs()[scope_.graph().slot(x)];
      const bool moves = input.role == formula::Role::coordinate ||
                         input.role == formula::Role::time ||
                         input.role == formula::Role::parameter;
      if (moves) continue;
      scope_.complain(code::end_surface, at,
                      "a surface may contain coordinates, but not '" + input.name + "'",
                      "a rate is given at an end by its name: \"x'\" = 0");
      return false;
    }
    return true;
  }

  Scope& scope_;
  const Assembly& assembly_;
  const Names& names_;
  const End& end_;
};

}  // namespace

EndFormulas read_end(Scope& scope, const Assembly& assembly, const Names& names, int end,
                     const std::vector<WrittenRow>& rows) {
  const Extremal& asked = *scope.description().extremal;
  EndReader reader(scope, assembly, names, end == 0 ? asked.from : asked.to);
  reader.read_time();
  reader.read_values();
  reader.read_surfaces();
  reader.take_rows(rows, equations::Level::position, EndKind::constraint);
  if (end == 0) reader.take_rows(rows, equations::Level::velocity, EndKind::velocity);
  return std::move(reader.formulas);
}

void check_times(Scope& scope, const EndFormulas& from, const EndFormulas& to) {
  if (from.t == no_node || to.t == no_node) return;
  const Extremal& asked = *scope.description().extremal;
  const double begin = scope.number(from.t), end = scope.number(to.t);
  for (const End* const at : {&asked.from, &asked.to}) {
    if (std::isfinite(at == &asked.from ? begin : end)) continue;
    scope.complain(code::not_finite, at->t, "this is not a finite number");
  }
  if (begin == end) {
    scope.complain(code::end_time, asked.to.t,
                   "both ends are at the same " + scope.description().time.text,
                   asked.unknowns.empty() ? "the ends must be apart"
                                          : "the guesses of the unknowns must keep the ends apart");
  } else if (end < begin) {
    scope.complain(
        code::end_time, asked.to.t, "this end comes before the other",
        asked.unknowns.empty()
            ? "swap `from` and `to`"
            : "swap `from` and `to`, or choose guesses of the unknowns so that it comes later");
  }
}

std::vector<formula::Direction> directions_at(Scope& scope, const EndFormulas& end,
                                              const Unknowns& unknowns) {
  std::vector<formula::Direction> directions = unknowns.directions;
  for (formula::Direction& direction : directions) {
    const Node slope = along(scope, end.t, direction);
    if (scope.graph().is_constant(slope, 0)) continue;
    direction.set(scope.graph().slot(scope.time()), slope);
  }
  return directions;
}

}  // namespace zwang::compile
