// SPDX-License-Identifier: Apache-2.0
#pragma once
// Long texts of an HDF5 file: the group /page, one compressed dataset of one string each.

#include <span>
#include <string>

#include "record/hdf5/session.h"

namespace zwang::record {

struct NamedText {
  std::string name, text;
};

/// Nothing is written where there are none.
void write_texts(const Hdf5Session& session, std::span<const NamedText> texts);

}  // namespace zwang::record
