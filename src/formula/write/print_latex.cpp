// SPDX-License-Identifier: Apache-2.0
#include "formula/rebuild.h"
#include "formula/unguard.h"
#include "formula/write/latex_writer.h"
#include "formula/write/outline.h"
#include "formula/write/print.h"

namespace zwang::formula {

Printed print_latex(const Symbols& symbols, Node x) {
  Graph formula, graph;
  x = copied(formula, symbols.graph(), x);
  const Node root = without_any_guards(graph, formula, x);
  const Outline outline(symbols, graph, root);
  LatexWriter writer(outline);
  Printed printed;
  for (const Node part : outline.parts()) {
    printed.names.push_back("w_{" + std::to_string(outline.name_number(part)) + "}");
    printed.parts.push_back(writer.write(part));
  }
  printed.formula = writer.write(root);
  return printed;
}

}  // namespace zwang::formula
