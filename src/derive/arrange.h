// SPDX-License-Identifier: Apache-2.0
#pragma once
// A quotient as a formula that people like to read: one fraction, numbers and parameters in front,
// and what the rates do to a coordinate in one parenthesis.

#include "derive/quotient.h"
#include "formula/parse/symbols.h"

namespace zwang::deriving {

formula::Node arranged(const formula::Symbols& symbols, const Quotient& quotient);

}  // namespace zwang::deriving
