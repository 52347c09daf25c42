// SPDX-License-Identifier: Apache-2.0
#pragma once
// The meshes of a model: shapes whose surface is in a file beside it.

#include <cstdint>
#include <vector>

#include "zwang/description.h"

namespace zwang::read {

/// What is wrong with a file.
struct MeshTrouble {
  Location at;
  std::string what, hint;
};

/// Reads them all: what they weigh and what they look like. A surface that encloses nothing, or whose inside is
/// not clear, is refused. `bytes` takes up what the files hold, for a fingerprint.
std::vector<MeshTrouble> fetch_meshes(Description& description, std::string& bytes);

}  // namespace zwang::read
