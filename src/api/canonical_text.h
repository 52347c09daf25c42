// SPDX-License-Identifier: Apache-2.0
#pragma once
// A description as one text: equal texts describe equal models. Not meant to be read back.

#include <string>

#include "zwang/description.h"

namespace zwang {

std::string canonical_text(const Description& description);

}  // namespace zwang
