// SPDX-License-Identifier: Apache-2.0
#include "read/data/mesh_files.h"

#include <cmath>
#include <map>

#include "import/looks.h"
#include "import/mesh.h"
#include "read/data/data_file.h"

namespace zwang::read {

namespace {

constexpr std::size_t max_mesh_bytes = std::size_t{64} << 20;
/// Every page carries what is drawn: of more triangles the hull of few corners is.
constexpr std::size_t max_drawn_triangles = 2000;

struct MeshFile {
  MeshContent content;
  std::string problem, hint;
};

/// Points of one place are one: STL has three for every triangle.
void draw_triangles(const import::Mesh& mesh, MeshContent& content) {
  std::map<import::Vec, std::size_t> places;
  for (const auto& face : mesh.faces) {
    for (const std::uint32_t corner : face) {
      const auto [at, is_new] = places.emplace(mesh.points[corner], places.size());
      if (is_new)
        content.vertices.insert(content.vertices.end(), at->first.begin(), at->first.end());
      content.corners.push_back(at->second);
    }
  }
}

/// The corners of the hull, as imported robots have them.
void draw_hull(const import::Mesh& mesh, MeshContent& content) {
  const auto look = import::look_of(mesh, {});
  if (!look) return;
  for (const Components& corner : look->corners)
    for (const Expression& x : corner) content.vertices.push_back(std::stod(x.text));
}

std::string remedy(const std::string& why) {
  if (why == "is neither STL nor OBJ") return "export the part as STL or OBJ";
  if (why == "is broken") return "export it again";
  return "repair it in the program that wrote it, and export it again";
}

MeshFile read_mesh_file(const std::string& model, const std::string& file, std::string& bytes) {
  MeshFile read;
  const FileBeside found = read_beside(model, file, max_mesh_bytes);
  if (!found.problem.empty()) return {{}, found.problem, found.hint};
  if (found.bytes.size() > max_mesh_bytes)
    return {{}, "is larger than 64 MiB", "export it with fewer triangles"};
  bytes += found.bytes;
  std::string why;
  const auto mesh = import::read_mesh(found.bytes, file, why);
  const auto solid = mesh ? import::weigh(*mesh, import::MeshMass::exact, why) : std::nullopt;
  if (!solid) return {{}, why, remedy(why)};
  read.content.volume = solid->mass;
  for (std::size_t i = 0; i < 3; ++i) {
    read.content.center[i] = solid->center[i];
    for (std::size_t j = 0; j < 3; ++j) read.content.inertia[i][j] = solid->inertia[i][j];
  }
  if (mesh->faces.size() > max_drawn_triangles)
    draw_hull(*mesh, read.content);
  else
    draw_triangles(*mesh, read.content);
  return read;
}

}  // namespace

std::vector<MeshTrouble> fetch_meshes(Description& description, std::string& bytes) {
  std::map<std::string, MeshFile> files;  // a family of bodies has one, and so may several bodies
  std::vector<MeshTrouble> troubles;
  const auto fetch = [&](std::vector<Shape>& shapes) {
    for (Shape& shape : shapes) {
      if (shape.kind != Shape::Kind::mesh) continue;
      const std::string& name = shape.file.text;
      const auto [at, is_new] = files.try_emplace(name);
      if (is_new) at->second = read_mesh_file(description.source, name, bytes);
      shape.mesh = at->second.content;
      if (!at->second.problem.empty())
        troubles.push_back(
            {shape.file.at, "'" + name + "' " + at->second.problem, at->second.hint});
    }
  };
  for (Body& body : description.bodies) fetch(body.shapes);
  fetch(description.ground_shapes);
  return troubles;
}

}  // namespace zwang::read
