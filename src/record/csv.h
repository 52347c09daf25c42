// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record as comma-separated values: lines that begin with # say where it comes from, one line
// names the columns, and each row is a line of numbers that read back to the same bits.

#include <string>

#include "record/row_source.h"

namespace zwang::record {

/// Replaces the file when all rows are in it. Throws FileError; then nothing is left of the new file
/// and the old one is as it was.
void write_csv(const std::string& path, RowSource& source);

}  // namespace zwang::record
