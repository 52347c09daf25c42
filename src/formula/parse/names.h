// SPDX-License-Identifier: Apache-2.0
#pragma once
// What names, indices and components of a formula mean.

#include "formula/operand.h"
#include "formula/parse/token.h"

namespace zwang::formula {

/// A name as it stands in the text: bob.x, p[i+1].y.
struct Written {
  Token path;                      // bob.x, p: from the first part to the last, dots between
  const Operand* index = nullptr;  // i+1
  Token after;                     // y: the parts that follow the index; Mark::end if none
  std::uint32_t end = 0;           // of all of it
};

Operand find_name(Context& context, const Written& written);

/// The component `name` of a value.
Operand find_component(Context& context, const Operand& owner, const Token& name);

/// Whether a sum may call its index so; complains if not.
bool may_bind(Context& context, const Token& name);

}  // namespace zwang::formula
