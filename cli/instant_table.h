// SPDX-License-Identifier: Apache-2.0
#pragma once
// One instant as tables for people.

#include "zwang/model.h"

namespace cli {

void print_instant(const zwang::Model& model, const zwang::ModelInstant& x, bool full);

}  // namespace cli
