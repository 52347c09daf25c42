// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small world of names for tests of the reader, and numbers for all of them.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formula/evaluate.h"
#include "formula/parse/reader.h"

namespace zwang::test {

/// t; parameters m = 2, len = 3, N = 4; coordinates x, y, θ; points bob (plane) and tip (space);
/// families p[1] … p[5] (plane), u[0] … u[3], and nobody, which has no members; the index i of
/// places; and, defined, r = x·y, arm.end = bob + [1, 1], push = x'' and half = 0.5.
struct World {
  formula::Graph graph;
  formula::Symbols symbols{graph};

  World() {
    symbols.add_time();
    symbols.add_parameter("m", 2);
    symbols.add_parameter("len", 3);
    symbols.add_parameter("N", 4);
    const formula::Node x = symbols.add_coordinate("x"), y = symbols.add_coordinate("y");
    symbols.add_coordinate("θ");
    const formula::Value bob = symbols.add_point("bob", 2);
    symbols.add_point("tip", 3);
    symbols.add_family("p", 2, 1, 5);
    symbols.add_family("u", 0, 0, 3);
    symbols.add_family("nobody", 2, 1, 0);
    symbols.add_index("i");
    const formula::Node one = graph.constant(1);
    symbols.define("r", formula::scalar(graph.multiply(x, y)));
    symbols.define(
        "arm.end",
        {formula::Kind::vector, 2, {graph.add(bob.at[0], one), graph.add(bob.at[1], one)}});
    symbols.define("push", formula::scalar(symbols.rate(symbols.rate(x))));
    symbols.define("half", formula::scalar(graph.constant(0.5)));
  }

  /// The number of an input: of parameters their own, of others an eighth of their slot, so that
  /// all differ and sums and products of a few are exact.
  double number(const std::string& name) const {
    const std::vector<double> all = numbers();
    for (std::size_t k = 0; k < all.size(); ++k)
      if (symbols.inputs()[k].name == name) return all[k];
    ADD_FAILURE() << "no input " << name;
    return 0;
  }
  std::vector<double> numbers() const {
    std::vector<double> result = symbols.numbers();
    for (std::size_t k = 0; k < result.size(); ++k)
      if (symbols.inputs()[k].role != formula::Role::parameter)
        result[k] = static_cast<double>(k) / 8;
    return result;
  }

  formula::Reading read(std::string_view text, formula::Wanted wanted = formula::Wanted::value,
                        const formula::Limits& limits = {}) {
    return formula::read(text, symbols, wanted, limits);
  }
  /// The numbers of a formula that must be readable.
  std::vector<double> values(std::string_view text,
                             formula::Wanted wanted = formula::Wanted::value) {
    const formula::Reading reading = read(text, wanted);
    for (const Diagnostic& d : reading.diagnostics) ADD_FAILURE() << to_text(d, text, "");
    if (!reading.ok()) return {};
    return formula::evaluate(graph, reading.formula.value.nodes(), numbers());
  }
  double value(std::string_view text, formula::Wanted wanted = formula::Wanted::value) {
    const std::vector<double> all = values(text, wanted);
    EXPECT_EQ(all.size(), 1u) << text;
    return all.empty() ? 0 : all[0];
  }
  bool truth(std::string_view text) { return value(text, formula::Wanted::condition) != 0; }

  /// The codes of what is wrong, in order, with spaces between.
  std::string codes(std::string_view text, formula::Wanted wanted = formula::Wanted::value,
                    const formula::Limits& limits = {}) {
    std::string result;
    for (const Diagnostic& d : read(text, wanted, limits).diagnostics)
      result.append(result.empty() ? "" : " ").append(d.code);
    return result;
  }
};

}  // namespace zwang::test
