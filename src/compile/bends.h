// SPDX-License-Identifier: Apache-2.0
#pragma once
// Conditions at which a formula bends and does not jump: pieces of a table, springs that only push, sign(v)·v². Steps find
// these by themselves.

#include <vector>

#include "formula/graph.h"

namespace zwang::compile {

class Bends {
 public:
  /// `nodes`: all that the outputs need.
  Bends(formula::Graph& g, const std::vector<formula::Node>& nodes,
        const std::vector<formula::Node>& outputs)
      : g_(g), nodes_(nodes), outputs_(outputs) {}

  /// Whether all that reads x, a sign or a comparison, is the same on both sides where these meet.
  bool only(formula::Node x);

 private:
  bool is_same(const formula::Term& term, formula::Node x);
  bool reads(const formula::Term& term, formula::Node x) const;
  bool dies_out(formula::Node product, formula::Node x);
  bool is_output(formula::Node y) const;
  bool guards_only(formula::Node condition);
  bool is_no_number(formula::Node x) const;
  bool is_multiple(formula::Node x) const;
  formula::Node where_it_turns(formula::Node formula, formula::Node x);

  formula::Graph& g_;
  const std::vector<formula::Node>&nodes_, &outputs_;
};

}  // namespace zwang::compile
