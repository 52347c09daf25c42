// SPDX-License-Identifier: Apache-2.0
#pragma once
// Long texts of an HDF5 file: the group /page, one compressed dataset of one string each.

#include <span>
#include <string>
#include <string_view>

#include "record/hdf5/session.h"

namespace zwang::record {

/// A column's name as the name of an HDF5 dataset. HDF5 reads '/' as a path and a lone '.' as "here",
/// so they become %2F and %2E, and % becomes %25: different names stay different. A dot within a
/// name (bob.x) means nothing to HDF5 and stays.
std::string hdf5_name(std::string_view name);

// Attributes and groups of an HDF5 file, in the forms that its readers take without being told.

/// A text of any length in UTF-8.
void attach_text(const Hdf5Session& session, hid_t object, const std::string& name,
                 const std::string& value);
void attach_number(const Hdf5Session& session, hid_t object, const std::string& name, double value);
void attach_integer(const Hdf5Session& session, hid_t object, const std::string& name,
                    std::int64_t value);

/// A group below the root, whose members are listed in the order in which they were made.
Hdf5Handle make_group(const Hdf5Session& session, const std::string& name);

struct NamedText {
  std::string name, text;
};

/// Nothing is written where there are none.
void write_texts(const Hdf5Session& session, std::span<const NamedText> texts);

}  // namespace zwang::record
