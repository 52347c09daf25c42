// SPDX-License-Identifier: Apache-2.0
// Any bytes as a formula: the reader never crashes, says only what can be shown, says the same
// every time, and what it accepts is a sound graph. The first byte says what is wanted.
//
//   formula_fuzz -dict=test/fuzz/formula.dict FOLDER test/fuzz/corpus/formula

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/utf8.h"
#include "formula/evaluate.h"
#include "formula/parse/reader.h"

namespace {

using namespace zwang;
using namespace zwang::formula;

void check(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", law);
  std::abort();
}

struct World {
  Graph graph;
  Symbols symbols{graph};

  World() {
    symbols.add_time();
    symbols.add_parameter("m", 2);
    symbols.add_parameter("N", 4);
    const Node x = symbols.add_coordinate("x"), y = symbols.add_coordinate("y");
    symbols.add_coordinate("θ");
    symbols.add_point("bob", 2);
    symbols.add_point("tip", 3);
    symbols.add_family("p", 2, 1, 5);
    symbols.add_family("u", 0, 0, 3);
    symbols.add_index("i");
    symbols.define("arm.r", scalar(graph.multiply(x, graph.apply(Op::sin, y))));
  }
};

// Small enough for thousands of texts a second.
Limits limits() {
  Limits limits;
  limits.sum_terms = 1000;
  limits.sum_bytes = 10'000;
  limits.nodes = 20'000;
  limits.if_nesting = 50;
  return limits;
}

void check_diagnostic(const Diagnostic& d, std::string_view text) {
  check(d.code.size() == 4 && d.code.starts_with("E2"), "codes are E2xx");
  check(!d.what.empty(), "something is said");
  check(d.place.begin >= 0 && d.place.length >= 0 &&
            d.place.begin + d.place.length <= static_cast<Index>(text.size()),
        "places lie inside the text");
  const std::string shown = to_text(d, text, "fuzz");
  for (Index k = 0; k < static_cast<Index>(shown.size());) {
    const Character c = decode(shown, k);
    check(c.valid && (c.code == '\n' || is_printable(c.code)), "messages can be shown");
    k += c.length;
  }
  check(shown.size() < 2000, "messages are short");
}

void check_value(const World& world, const Formula& formula, Wanted wanted) {
  const Value& value = formula.value;
  check((value.kind == Kind::condition) == (wanted == Wanted::condition), "kinds are as wanted");
  check(wanted != Wanted::scalar || value.kind == Kind::scalar, "numbers are as wanted");
  check(value.kind == Kind::vector ? value.size == 2 || value.size == 3 : value.size == 1,
        "sizes fit kinds");
  check((formula.relation != Relation::none) == (wanted == Wanted::equation),
        "equations have a relation");
  for (const Node x : value.nodes()) check(x < world.graph.size(), "nodes are in the graph");
  for (const Node x : world.graph.reachable(value.nodes())) {
    const Term& term = world.graph[x];
    const int operands = arity(term.op);
    check((operands < 1 || term.a < x) && (operands < 2 || term.b < x) &&
              (operands < 3 || term.c < x),
          "operands come first");
    check(term.op != Op::input || term.a < world.symbols.inputs().size(), "inputs are known");
  }
  evaluate(world.graph, value.nodes(), world.symbols.numbers());
}

bool same(const Reading& one, const Reading& other) {
  const auto equal = [](const Diagnostic& x, const Diagnostic& y) {
    return x.code == y.code && x.what == y.what && x.hint == y.hint &&
           x.place.begin == y.place.begin && x.place.length == y.place.length;
  };
  return std::equal(one.diagnostics.begin(), one.diagnostics.end(), other.diagnostics.begin(),
                    other.diagnostics.end(), equal) &&
         one.formula.value.at == other.formula.value.at &&
         one.formula.value.kind == other.formula.value.kind &&
         one.formula.relation == other.formula.relation;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto wanted = static_cast<Wanted>(data[0] % 4);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);

  World world, twin;
  const Reading reading = read(text, world.symbols, wanted, limits());
  check(reading.diagnostics.size() <= 20, "twenty diagnostics are enough");
  for (const Diagnostic& d : reading.diagnostics) check_diagnostic(d, text);
  if (reading.ok()) check_value(world, reading.formula, wanted);

  check(same(reading, read(text, twin.symbols, wanted, limits())), "same text, same reading");
  check(world.graph.size() == twin.graph.size(), "same text, same graph");
  if (reading.ok())
    check(same(reading, read(text, world.symbols, wanted, limits())), "read again, same nodes");
  return 0;
}
