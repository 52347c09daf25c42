// SPDX-License-Identifier: Apache-2.0
#include "import/urdf/tree.h"

#include <algorithm>

#include "import/code.h"

namespace zwang::import {

namespace {

using Numbers = std::unordered_map<std::string_view, int>;

Place name_place(const Node& node) { return place_of(node, "name"); }

/// By their names, which must be different.
template <class Things>
Numbers number(const Things& things, Findings& findings) {
  Numbers numbers;
  for (std::size_t i = 0; i < things.size(); ++i) {
    const auto& thing = things[i];
    if (thing.name.empty() || numbers.emplace(thing.name, static_cast<int>(i)).second) continue;
    const Node& first = *things[numbers[thing.name]].node;
    const Node& node = *thing.node;
    findings.complain(
        code::twice, *node.source, name_place(node),
        "there are two <" + node.tag + "> called " + in_quotes(thing.name),
        "the other is in line " + std::to_string(first.source->line(first.place.begin)));
  }
  return numbers;
}

int find_link(const Numbers& links, const UrdfConnection& joint, std::string_view tag,
              std::string_view name, Findings& findings) {
  const auto found = links.find(name);
  if (found != links.end()) return found->second;
  const Node* node = joint.node->child(tag);
  if (node && !name.empty())
    findings.complain(code::unknown, *node->source, place_of(*node, "link"),
                      "there is no link " + in_quotes(name));
  return -1;
}

void connect(UrdfTree& tree, const Numbers& links, Findings& findings) {
  for (std::size_t i = 0; i < tree.joints.size(); ++i) {
    const UrdfConnection& joint = tree.joints[i];
    const int parent = find_link(links, joint, "parent", joint.parent, findings);
    const int child = find_link(links, joint, "child", joint.child, findings);
    if (parent < 0 || child < 0) continue;
    UrdfLink& link = tree.links[child];
    if (link.joint >= 0) {
      findings.complain(
          code::tree, *joint.node->source, joint.node->place,
          "the link " + in_quotes(link.name) + " has two parent joints",
          "leave one of them out, and close the loop with [[constraints]] in the model");
      continue;
    }
    link.joint = static_cast<int>(i);
    link.parent = parent;
    tree.links[parent].children.push_back(child);
  }
}

/// From the root down, without recursion: chains may be long.
void put_in_order(UrdfTree& tree, int root) {
  std::vector<int> todo{root};
  while (!todo.empty()) {
    const int now = todo.back();
    todo.pop_back();
    tree.order.push_back(now);
    const std::vector<int>& children = tree.links[now].children;
    todo.insert(todo.end(), children.rbegin(), children.rend());
  }
}

void find_order(UrdfTree& tree, Findings& findings) {
  int root = -1;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const UrdfLink& link = tree.links[i];
    if (link.joint >= 0) continue;
    if (root >= 0) {
      findings.complain(code::tree, *link.node->source, name_place(*link.node),
                        "the link " + in_quotes(link.name) + " has no parent, like " +
                            in_quotes(tree.links[root].name),
                        "all links of a URDF must form one tree");
      return;
    }
    root = static_cast<int>(i);
  }
  if (root >= 0) put_in_order(tree, root);
  if (tree.order.size() == tree.links.size()) return;
  std::vector<char> reached(tree.links.size());
  for (const int i : tree.order) reached[i] = 1;
  const auto lost =
      static_cast<std::size_t>(std::find(reached.begin(), reached.end(), 0) - reached.begin());
  const UrdfLink& link = tree.links[lost];
  findings.complain(
      code::tree, *link.node->source, name_place(*link.node),
      "the link " + in_quotes(link.name) + " is its own ancestor, through other links");
}

}  // namespace

UrdfTree read_urdf_tree(const Node& robot, Findings& findings) {
  UrdfTree tree;
  for (const Node& node : robot.children) {
    if (node.tag == "link")
      tree.links.push_back({&node, Element(node, findings).need_text("name"), -1, -1, {}});
    if (node.tag == "joint") tree.joints.push_back(read_urdf_joint(node, findings));
  }
  if (tree.links.empty()) {
    findings.complain(code::missing, *robot.source, robot.place, "the robot has no <link>");
    return tree;
  }
  const Numbers links = number(tree.links, findings);
  number(tree.joints, findings);
  connect(tree, links, findings);
  if (!findings.wrong()) find_order(tree, findings);
  return tree;
}

}  // namespace zwang::import
