// SPDX-License-Identifier: Apache-2.0
// sum(i in first..last, term): the term is read once for every number, with the index bound to it.

#include <cmath>
#include <string>

#include "formula/parse/code.h"
#include "formula/parse/missing.h"
#include "formula/parse/names.h"
#include "formula/parse/parser.h"
#include "formula/settle.h"
#include "formula/value.h"

namespace zwang::formula {

namespace {

constexpr const char* sum_hint = "write sum(i in 1..N, term)";
constexpr double largest_whole = 0x1p53;  // beyond, not every whole number is a double

}  // namespace

void Parser::read_sum(const Token& name) {
  if (sum_depth_ == limits_.sum_nesting)
    return too_much(name, "sums are nested deeper than " + std::to_string(limits_.sum_nesting), "");
  ++sum_depth_;
  const Token open = token_;
  advance();
  if (stopped()) return;
  if (token_.mark != Mark::name) return expected("the name of an index", sum_hint);
  const Token index = token_;
  const bool good_name = may_bind(context_, index);
  advance();
  if (stopped()) return;
  if (token_.mark != Mark::in) return expected("'in'", sum_hint);
  advance();

  Range range = read_range(open);
  if (stopped()) return;
  range.good = range.good && good_name;
  context_.bounds.push_back({words(index), no_node});
  Operand total = range.good && !context_.rehearsal && range.first <= range.last
                      ? read_terms(open, range)
                      : rehearse(open, range);
  context_.bounds.pop_back();
  if (stopped()) return;
  total.form = Form::expression;
  total.begin = name.begin;
  total.end = token_.end;
  push(total);
  --sum_depth_;
  advance();
}

// Both bounds, to the comma behind them.
Parser::Range Parser::read_range(const Token& open) {
  Range range;
  run(Part::lower, open);
  if (stopped()) return range;
  const Operand lower = finish();
  advance();
  run(Part::upper, open);
  if (stopped()) return range;
  const Operand upper = finish();
  const bool good = check_bound(lower, "lower", &range.first);
  range.good = check_bound(upper, "upper", &range.last) && good;
  return range;
}

bool Parser::check_bound(const Operand& bound, const char* which, double* number) {
  if (bound.bad) return false;
  const auto say = [&](const std::string& what, const char* hint = "") {
    if (!context_.rehearsal)
      context_.complaints.add(code::bounds, bound.place(),
                              std::string("the ") + which + " bound of the sum " + what, hint);
    return false;
  };
  if (bound.value.kind != Kind::scalar)
    return say("is " + std::string(kind_words(bound.value)) + ", not a number");
  const Settled settled = settle(context_.graph(), context_.symbols.inputs(), bound.value.at[0]);
  if (settled.how == Settled::How::moves)
    return say("depends on the motion", "a bound is made of numbers, parameters and other indices");
  if (settled.how == Settled::How::varies) return say("differs between members");
  context_.symbols.note_deciding(bound.value.at[0]);
  *number = settled.number;
  if (std::isinf(*number) || *number != std::floor(*number))
    return say("is " + number_words(*number) + ", not a whole number");
  if (std::abs(*number) > largest_whole) return say("is " + number_words(*number) + ", too large");
  return true;
}

Operand Parser::read_terms(const Token& open, const Range& range) {
  const Index start = token_.end;  // behind the comma
  const Operand bad = bad_operand(open.begin, open.end);
  if (range.last - range.first >= static_cast<double>(limits_.sum_terms - sum_terms_)) {
    too_much(
        open,
        "the sums of this formula have more than " + std::to_string(limits_.sum_terms) + " terms",
        "");
    return bad;
  }
  sum_terms_ += static_cast<Index>(range.last - range.first) + 1;
  Operand total;
  for (double i = range.first; i <= range.last; ++i) {
    scanner_.seek(start);
    context_.bounds.back().number = context_.graph().constant(i);
    const Operand term = read_term(open);
    if (stopped() || term.bad || !is_within_limits(token_.begin - start)) return bad;
    total.value = i == range.first ? term.value : sum(context_.graph(), total.value, term.value);
  }
  return total;
}

// One term, from where the scanner stands to the parenthesis that closes the sum.
Operand Parser::read_term(const Token& open) {
  advance();
  run(Part::term, open);
  if (stopped()) return bad_operand(open.begin, open.end);
  const Operand term = finish();
  if (term.bad || term.value.kind != Kind::condition) return term;
  context_.complaints.add(code::kind, term.place(),
                          "the terms of a sum are numbers or vectors, not conditions",
                          "if(condition, 1, 0) turns a condition into a number");
  return bad_operand(term.begin, term.end);
}

// A sum without terms, or whose number of terms is not known: its term is still read once, to see
// what is wrong with it and whether it is a number or a vector.
Operand Parser::rehearse(const Token& open, const Range& range) {
  const Index start = token_.end;
  const bool before = context_.rehearsal;
  context_.rehearsal = true;
  context_.bounds.back().number = context_.graph().constant(1);
  Operand term = read_term(open);
  context_.rehearsal = before;
  if (stopped() || !is_within_limits(token_.begin - start)) return term;
  if (!range.good && !before) term.bad = true;
  if (!term.bad) term.value = zero_like(context_.graph(), term.value);
  return term;
}

bool Parser::is_within_limits(Index bytes) {
  sum_bytes_ += bytes;
  const Index nodes = Index{context_.graph().size()} - first_node_;
  if (sum_bytes_ <= limits_.sum_bytes && nodes <= limits_.nodes) return true;
  too_much(token_, "the sums of this formula become too long", "shorten the terms");
  return false;
}

}  // namespace zwang::formula
