// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace zwang::record {

/// A column's name as the name of an HDF5 dataset. HDF5 reads '/' as a path and a lone '.' as "here",
/// so they become %2F and %2E, and % becomes %25: different names stay different. A dot within a
/// name (bob.x) means nothing to HDF5 and stays.
std::string hdf5_name(std::string_view name);

}  // namespace zwang::record
