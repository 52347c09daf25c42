// SPDX-License-Identifier: Apache-2.0
#pragma once
// A surface of triangles, as robots have it in files: read, and weighed.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/solid.h"

namespace zwang::import {

struct Mesh {
  std::vector<Vec> points;
  std::vector<std::array<std::uint32_t, 3>> faces;  // seen from outside, against the clock
};

/// What a file of a mesh holds: STL (binary or text) or OBJ, by the end of its name. Nothing where it
/// cannot be read; `why` says why then.
std::optional<Mesh> read_mesh(std::string_view bytes, std::string_view file, std::string& why);

/// How a surface becomes a body. MuJoCo's words.
enum class MeshMass {
  legacy,  // pyramids over every triangle, all counted as positive: too much where it is not convex
  exact,   // with their signs: what the surface encloses, which must be closed
  shell,   // the mass is in the surface
};

/// Of density 1 over its volume (or area). Nothing, and why, where it encloses none.
std::optional<Solid> weigh(const Mesh& mesh, MeshMass how, std::string& why);

}  // namespace zwang::import
