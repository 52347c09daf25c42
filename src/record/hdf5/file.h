// SPDX-License-Identifier: Apache-2.0
#pragma once
// A record as HDF5, for Python, MATLAB, Julia, R:
//
//   /                 attributes version, title, model, model_hash, method
//   /columns/NAME     one row of numbers per column; attributes name, meaning, unit, index
//   /parameters       one attribute per parameter
//   /page/NAME        texts for the page that shows the record; there may be none
//
// Compressed without loss. Nothing in it depends on the time or the place of writing: equal records
// give equal bytes.

#include <span>
#include <string>

#include "record/hdf5/text.h"
#include "record/row_source.h"

namespace zwang::record {

/// Replaces the file when all rows are in it. Throws FileError; then nothing is left of the new file
/// and the old one is as it was.
void write_hdf5(const std::string& path, RowSource& source, std::span<const NamedText> page = {});

}  // namespace zwang::record
