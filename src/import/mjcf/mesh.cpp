// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/mesh.h"

#include <cmath>

#include "import/mesh.h"

namespace zwang::import {

namespace {

std::string_view behind(std::string_view path, std::string_view marks) {
  const std::size_t mark = path.find_last_of(marks);
  return mark == std::string_view::npos ? path : path.substr(mark + 1);
}

std::string path_of(std::string_view file, const MjcfCompiler& compiler) {
  if (compiler.strip_path) file = behind(file, "/\\");
  const bool rooted = file.starts_with('/') || compiler.mesh_folder.empty();
  const std::string folder = rooted ? "" : compiler.mesh_folder;
  const bool slash = folder.empty() || folder.ends_with('/');
  return folder + (slash ? "" : "/") + std::string(file);
}

/// Beside the robot's own file or, for a file that was included, beside that one.
std::string find_file(const MjcfScene& scene, const Node& mesh, const std::string& path) {
  const auto& exists = scene.context.files.exists;
  const std::string beside = scene.context.beside(*mesh.source, path);
  return exists && !exists(path) && exists(beside) ? beside : path;
}

void read_mesh(MjcfScene& scene, const Element& mesh) {
  const std::string_view file = mesh.text("file");
  const std::string_view last = behind(file, "/\\");
  const std::string_view stem = last.substr(0, last.find_last_of('.'));
  const std::string_view name = mesh.has("name") ? mesh.text("name") : stem;
  MjcfMesh entry{mesh};
  if (!file.empty()) {
    entry.path = find_file(scene, mesh.node(), path_of(file, scene.compiler));
    entry.exists = scene.context.files.exists && scene.context.files.exists(entry.path);
    if (!entry.exists)
      mesh.remark(Remark::Kind::noted, "the mesh file " + in_quotes(entry.path) + " is not there");
  }
  scene.meshes.emplace(name, std::move(entry));
}

/// Where a mesh stands in its element: three numbers for each point and each triangle.
std::optional<Mesh> inside_element(const Element& element, std::string& why) {
  constexpr std::size_t most = 3000000;
  const std::vector<double> points = element.numbers("vertex", 12, most);
  const std::vector<double> faces = element.numbers("face", 3, most);
  Mesh mesh;
  for (std::size_t k = 0; k + 2 < points.size(); k += 3)
    mesh.points.push_back({points[k], points[k + 1], points[k + 2]});
  bool good = !faces.empty();
  const auto count = static_cast<double>(mesh.points.size());
  for (const double corner : faces) good = good && corner >= 0 && corner < count;
  for (std::size_t k = 0; good && k + 2 < faces.size(); k += 3)
    mesh.faces.push_back({static_cast<std::uint32_t>(faces[k]),
                          static_cast<std::uint32_t>(faces[k + 1]),
                          static_cast<std::uint32_t>(faces[k + 2])});
  if (!good) why = "has no triangles";
  return good ? std::optional(std::move(mesh)) : std::nullopt;
}

/// Scaled, and seen from the frame that the element chooses. A mirror turns the triangles round.
void place_mesh(const Element& element, Mesh& mesh) {
  const Vec scale = element.vector("scale", {1, 1, 1});
  Pose frame{element.vector("refpos", {}), {}};
  const std::vector<double> turn = element.numbers("refquat", 4, 4);
  if (!turn.empty() && std::hypot(std::hypot(turn[0], turn[1]), std::hypot(turn[2], turn[3])) > 0)
    frame.turn = normalised({turn[0], turn[1], turn[2], turn[3]});
  for (Vec& point : mesh.points)
    point = inside(frame, {scale[0] * point[0], scale[1] * point[1], scale[2] * point[2]});
  if (scale[0] * scale[1] * scale[2] < 0)
    for (auto& face : mesh.faces) std::swap(face[1], face[2]);
}

std::optional<MeshMass> mass_of(const MjcfScene& scene, const Element& element) {
  const std::string_view word = element.text("inertia");
  if (word == "exact" || (word.empty() && scene.compiler.exact_meshes)) return MeshMass::exact;
  if (word == "shell") return MeshMass::shell;
  if (word.empty() || word == "legacy") return MeshMass::legacy;
  return std::nullopt;
}

}  // namespace

void read_meshes(MjcfScene& scene, const Node& mujoco) {
  for (const Node& asset : mujoco.children) {
    if (asset.tag != "asset") continue;
    for (const Node& node : asset.children)
      if (node.tag == "mesh") read_mesh(scene, scene.element(node));
  }
}

std::optional<Mesh> find_mesh(const MjcfScene& scene, std::string_view name, std::string& why) {
  const auto found = scene.meshes.find(std::string(name));
  if (found == scene.meshes.end()) return std::nullopt;
  const auto& [element, path, exists] = found->second;
  std::optional<Mesh> mesh;
  if (path.empty())
    mesh = inside_element(element, why);
  else if (const auto bytes = exists ? scene.context.files.read(path) : std::nullopt)
    mesh = import::read_mesh(*bytes, path, why);
  else
    why = "cannot be read";
  if (mesh) place_mesh(element, *mesh);
  return mesh;
}

std::optional<Solid> weigh_mesh(const MjcfScene& scene, std::string_view name, bool shell,
                                std::string& why) {
  const auto found = scene.meshes.find(std::string(name));
  if (found == scene.meshes.end()) {
    why = "there is no mesh " + in_quotes(name);
    return std::nullopt;
  }
  const auto& [element, path, exists] = found->second;
  const std::string file =
      path.empty() ? "the mesh " + in_quotes(name) + " " : "the mesh file " + in_quotes(path) + " ";
  std::string flaw;
  std::optional<Solid> solid;
  std::optional<MeshMass> how = mass_of(scene, element);
  if (shell) how = MeshMass::shell;
  if (!exists) {
    flaw = "is not there";
  } else if (!how) {
    flaw = "is to be weighed by its convex hull, which is not made here";
  } else {
    const std::optional<Mesh> mesh = find_mesh(scene, name, flaw);
    if (mesh) solid = weigh(*mesh, *how, flaw);
  }
  if (!solid) why = file + flaw;
  return solid;
}

}  // namespace zwang::import
