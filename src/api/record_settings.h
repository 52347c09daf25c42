// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parameters that were set for the run of a record.

#include "record/hdf5/record_file.h"
#include "zwang/model.h"

namespace zwang {

/// Throws record::FileError where they are damaged or missing.
Settings settings_of(const record::RecordFile& file);

}  // namespace zwang
