// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error of a run as JSON.

#include "record/json_writer.h"
#include "zwang/error.h"

namespace zwang {

/// The object "error"; a number that is unknown is null.
void put_error(record::JsonWriter& json, const RunError& error);

}  // namespace zwang
