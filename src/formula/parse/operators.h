// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the operators of a formula do to values of each kind, and what they cannot do.

#include "formula/operand.h"
#include "formula/parse/token.h"

namespace zwang::formula {

/// How strongly an operator binds, low to high; 0 for what is none.
///   =  or  and  not  comparisons  + -  * /  prefix + -  ^
enum class Binding : std::uint8_t {
  none,
  relation,
  disjunction,
  conjunction,
  negation,
  comparison,
  sum,
  product,
  prefix,
  power,
};
Binding binding(Mark mark);         // between two values
Binding prefix_binding(Mark mark);  // before a value

Operand apply_prefix(Context& context, const Token& mark, const Operand& x);
Operand apply_between(Context& context, const Token& mark, const Operand& x, const Operand& y);

/// Whether both sides of an equation are numbers or vectors of one size; complains if not.
bool may_equate(Context& context, const Token& mark, const Operand& x, const Operand& y);

}  // namespace zwang::formula
