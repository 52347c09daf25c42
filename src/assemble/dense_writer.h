// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes formulas into full arrays of lone numbers. These are zero at first, so what is always zero
// need not be written.

#include "assemble/assembly.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

class DenseWriter {
 public:
  DenseWriter(Scope& scope, Assembly& assembly) : scope_(scope), assembly_(assembly) {}

  void write(formula::Node x, Array array, Index at) {
    if (scope_.graph().is_constant(x, 0)) return;
    assembly_.add(assembly_.lone(), {x, array, at});
  }

  /// The gradient of x by inputs, one after the other.
  void write_gradient(formula::Node x, const std::vector<formula::Node>& by, Array array,
                      Index at) {
    formula::Graph& g = scope_.graph();
    for (const formula::Partial& partial : gradient(g, x, formula::Columns(g, by))) {
      write(partial.value, array, at + partial.column);
    }
  }

 protected:
  Scope& scope_;
  Assembly& assembly_;
};

}  // namespace zwang::compile
