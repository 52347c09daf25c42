// SPDX-License-Identifier: Apache-2.0
#pragma once
// A formula back as text that reads to the same node, and as LaTeX. Neither recurses, and both take
// time and space in proportion to the formula's nodes.

#include <string>
#include <vector>

#include "formula/graph.h"
#include "formula/parse/symbols.h"

namespace zwang::formula {

/// A formula with its repeated parts named: parts[k] defines names[k], later ones may use earlier.
struct Printed {
  std::vector<std::string> names, parts;  // empty where the formula is short enough as it stands
  std::string formula;
};

/// Text in the language of the reader: read(print(x)) is x, each part read and defined in turn.
/// Guards that the reader adds again are left out. ∞ is written 1/0, no number 0/0.
///
/// Two limits. A formula that lacks guards, a derivative for instance, reads back with them. And a
/// part with `if` that is used twice and longer than 2000 characters gets a name even where its
/// guards depend on what is around it: then the same values read back, perhaps not the same node.
Printed print(const Symbols& symbols, Node x);

/// LaTeX for people (it needs amsmath): \frac, \sqrt, x^{2}, \dot x, \ddot x, Greek letters by name,
/// indices as subscripts, `if` as cases. Products and sums are laid flat, common factors cancelled,
/// and guards left out, those of derivatives at edges too.
Printed print_latex(const Symbols& symbols, Node x);

}  // namespace zwang::formula
