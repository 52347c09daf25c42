// SPDX-License-Identifier: Apache-2.0
#pragma once
// Attributes and groups of an HDF5 file, in the forms that its readers take without being told.

#include <string>

#include "record/hdf5/session.h"

namespace zwang::record {

/// A text of any length in UTF-8.
void attach_text(const Hdf5Session& session, hid_t object, const std::string& name,
                 const std::string& value);
void attach_number(const Hdf5Session& session, hid_t object, const std::string& name, double value);
void attach_integer(const Hdf5Session& session, hid_t object, const std::string& name,
                    std::int64_t value);

/// A group below the root, whose members are listed in the order in which they were made.
Hdf5Handle make_group(const Hdf5Session& session, const std::string& name);

}  // namespace zwang::record
