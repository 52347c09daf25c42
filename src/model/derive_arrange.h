// SPDX-License-Identifier: Apache-2.0
#pragma once
// A quotient as a formula that people like to read: one fraction, numbers and parameters in front,
// and what the rates do to a coordinate in one parenthesis.

#include "formula/symbols.h"
#include "model/derive_quotient.h"

namespace zwang::model {

formula::Node arranged(const formula::Symbols& symbols, const Quotient& quotient);

}  // namespace zwang::model
