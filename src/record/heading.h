// SPDX-License-Identifier: Apache-2.0
#pragma once
// What stands above the rows of a record.

#include <optional>

#include "record/columns.h"
#include "record/identity.h"

namespace zwang::record {

struct Heading {
  Identity identity;
  Columns columns;
};

void encode(Encoder& encoder, const Heading& heading);

/// Nothing if the bytes are no heading, or are followed by others.
std::optional<Heading> decode_heading(std::string_view bytes);

}  // namespace zwang::record
