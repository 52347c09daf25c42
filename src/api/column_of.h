// SPDX-License-Identifier: Apache-2.0
#pragma once
// Columns and samples as users ask for them. Both throw InputError.

#include <cstddef>
#include <string_view>

#include "record/columns.h"

namespace zwang {

/// Its number; names the nearest one if there is none.
Index column_of(const record::Columns& columns, std::string_view name);

/// Whether there is a sample of that number.
void check_sample(std::size_t number, std::size_t samples);

}  // namespace zwang
