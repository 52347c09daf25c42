// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/mesh.h"

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

void read_mesh(MjcfScene& scene, const Element& mesh) {
  const std::string_view file = mesh.text("file");
  if (file.empty()) return;  // its vertices are in the element
  const std::string_view last = behind(file, "/\\");
  const std::string_view stem = last.substr(0, last.find_last_of('.'));
  const std::string_view name = mesh.has("name") ? mesh.text("name") : stem;
  MjcfMesh entry{path_of(file, scene.compiler), true};
  entry.exists = scene.context.files.exists && scene.context.files.exists(entry.path);
  if (!entry.exists)
    mesh.remark(Remark::Kind::noted, "the mesh file " + in_quotes(entry.path) + " is missing");
  scene.meshes.emplace(name, std::move(entry));
}

}  // namespace

void read_meshes(MjcfScene& scene, const Node& mujoco) {
  for (const Node& asset : mujoco.children) {
    if (asset.tag != "asset") continue;
    for (const Node& node : asset.children)
      if (node.tag == "mesh") read_mesh(scene, scene.element(node));
  }
}

std::string unread_mesh(const MjcfScene& scene, std::string_view mesh) {
  const auto found = scene.meshes.find(std::string(mesh));
  if (found == scene.meshes.end()) return "the mesh " + in_quotes(mesh) + " is not read";
  const MjcfMesh& entry = found->second;
  return "the mesh file " + in_quotes(entry.path) + (entry.exists ? " is not read" : " is missing");
}

}  // namespace zwang::import
