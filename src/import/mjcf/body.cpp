// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "import/looks.h"
#include "import/mjcf/chain.h"
#include "import/mjcf/geom.h"
#include "import/mjcf/inertia.h"
#include "import/mjcf/mesh.h"
#include "import/mjcf/scene.h"

namespace zwang::import {

namespace {

using Kind = Remark::Kind;

class BodyReader {
 public:
  explicit BodyReader(MjcfScene& scene) : scene_(scene), context_(scene.context) {}

  void read_world(const Node& world) {
    const std::vector<MjcfItem> items = items_of(world, class_of(world, {}));
    read_things(items, 0);
    for (const MjcfItem& item : items)
      if (item.node->tag == "body") read_body(item, 0);
  }

 private:
  static std::string_view class_of(const Node& node, std::string_view around) {
    const std::string* own = node.find("childclass");
    return own ? std::string_view(*own) : around;
  }

  std::vector<MjcfItem> items_of(const Node& body, std::string_view around) {
    std::vector<MjcfItem> items;
    collect(body, {}, around, items);
    return items;
  }

  /// What is in a body, or in <frame> elements in it.
  void collect(const Node& node, const Pose& frame, std::string_view around,
               std::vector<MjcfItem>& items) {
    for (const Node& child : node.children) {
      if (child.tag != "frame") {
        items.push_back({&child, frame, around});
        continue;
      }
      const Element element(child, context_.findings);
      collect(child, frame * read_pose(element, scene_.compiler), class_of(child, around), items);
    }
  }

  void read_body(const MjcfItem& item, std::size_t parent) {
    const Node& node = *item.node;
    const Element element(node, context_.findings);
    const Pose pose = item.frame * read_pose(element, scene_.compiler);
    const std::vector<MjcfItem> items = items_of(node, class_of(node, item.around));
    std::vector<MjcfJointText> joints;
    for (const MjcfItem& one : items)
      if (one.node->tag == "joint" || one.node->tag == "freejoint")
        joints.push_back(read_mjcf_joint(scene_, scene_.element(*one.node, one.around), one.frame));
    if (element.flag("mocap", false))
      element.remark(Kind::noted, "a mocap body, which is moved from outside: it is fixed here");

    const std::size_t number = scene_.bodies.all.size();
    MjcfBody body;
    body.name = context_.names.take(Names::What::body, element.text("name"), "body", node);
    body.moves = scene_.bodies.all[parent].moves || !joints.empty();
    body.world = scene_.bodies.all[parent].world * pose;
    scene_.bodies.add(body, element);
    hang_body(scene_, element, joints, pose, {number, parent},
              read_body_solid(scene_, node, items, body.moves));
    read_things(items, number);
    for (const MjcfItem& one : items)
      if (one.node->tag == "body") read_body(one, number);
  }

  /// Sites and named spheres, for those who name them; contacts are left out.
  void read_things(const std::vector<MjcfItem>& items, std::size_t body) {
    for (const MjcfItem& item : items) {
      if (item.node->tag == "site") read_site(item, body);
      if (item.node->tag == "geom") read_shape(item, body);
    }
  }

  void read_site(const MjcfItem& item, std::size_t body) {
    const Element site = scene_.element(*item.node, item.around);
    MjcfSite entry{body, item.frame * read_pose(site, scene_.compiler), {}};
    entry.point = scene_.add_point(body, entry.pose.at, site.text("name"), "site", *item.node);
    scene_.sites.add(std::move(entry), site);
  }

  /// What is drawn and what touches may be the same mesh: it is drawn once.
  void add_look(const MjcfItem& item, const Element& geom, std::size_t number) {
    const std::string name(geom.text("mesh"));
    if (number == 0 || !drawn_.emplace(number, name).second) return;  // 0: the ground
    std::string why;
    const std::optional<Mesh> mesh = find_mesh(scene_, name, why);
    if (!mesh) return;
    const MjcfBody& body = scene_.bodies.all[number];
    Pose pose = item.frame * read_pose(geom, scene_.compiler);
    pose.at = pose.at - body.shift;
    if (const auto look = look_of(*mesh, pose))
      import::add_look(context_.model.bodies[body.number], *look);
  }

  void read_shape(const MjcfItem& item, std::size_t body) {
    const Element geom = scene_.element(*item.node, item.around);
    if (geom.has("mesh") && geom.text("type") == "mesh") add_look(item, geom, body);
    if (geom.number("contype", 1) != 0 || geom.number("conaffinity", 1) != 0)
      geom.remark(Kind::left_out, "contacts of geoms: they pass through each other");
    const std::string_view type = geom.text("type");
    if (geom.text("name").empty() || geom.has("mesh") || !(type.empty() || type == "sphere"))
      return;
    const MjcfGeom read = read_geom(scene_, geom);
    if (read.radius)
      scene_.spheres.add({body, outside(item.frame, read.pose.at), *read.radius}, geom);
  }

  MjcfScene& scene_;
  Context& context_;
  std::set<std::pair<std::size_t, std::string>> drawn_;  // meshes, by body
};

}  // namespace

void read_bodies(MjcfScene& scene, const Node& mujoco) {
  MjcfBody world;
  world.name = "ground";
  scene.bodies.add(std::move(world), "world");
  BodyReader reader(scene);
  for (const Node& node : mujoco.children)
    if (node.tag == "worldbody") reader.read_world(node);
}

}  // namespace zwang::import
