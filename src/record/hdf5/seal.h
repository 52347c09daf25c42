// SPDX-License-Identifier: Apache-2.0
#pragma once
// A checksum behind an HDF5 file, where HDF5 does not look: the format that all its readers take has
// none of its own structure, and the library may crash on a damaged one.
//
//   seal = "\x8AZWGseal" (8 bytes), length of what is before (u64), its CRC-32C (u32), 4 zeros

#include <cstdint>
#include <string>

#include "record/file.h"

namespace zwang::record {

/// Appends the seal to a file of this size; false if the disk fails (see File::error).
bool seal(File& file, std::uint64_t size);

/// Whether the file has a seal; throws FileError if it has one and is not what was sealed.
bool check_seal(const std::string& path);

}  // namespace zwang::record
