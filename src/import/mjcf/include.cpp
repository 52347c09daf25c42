// SPDX-License-Identifier: Apache-2.0
#include "import/formats.h"

#include <unordered_set>

#include "import/code.h"
#include "import/element.h"
#include "import/parse.h"

namespace zwang::import {

namespace {

constexpr std::size_t most_files = 500;

class Includer {
 public:
  Includer(std::list<Source>& sources, Context& context) : sources_(sources), context_(context) {
    for (const Source& source : sources) bytes_ += static_cast<Index>(source.text().size());
  }

  void visit(Node& node, Index depth) {
    bool any = false;
    for (Node& child : node.children) any = any || child.tag == "include";
    if (any) node.children = replaced(std::move(node.children), depth);
    for (Node& child : node.children) visit(child, depth + 1);
  }

 private:
  /// Included files may include others at their top.
  std::vector<Node> replaced(std::vector<Node> children, Index depth) {
    std::vector<Node> result;
    for (Node& child : children) {
      if (child.tag != "include") {
        result.push_back(std::move(child));
        continue;
      }
      std::vector<Node> contents = replaced(load(Element(child, context_.findings), depth), depth);
      std::move(contents.begin(), contents.end(), std::back_inserter(result));
    }
    return result;
  }

  /// Beside the file that includes it, else beside the robot's own, where older files seek it.
  std::optional<std::string> read(const Node& include, const std::string& wanted,
                                  std::string& path) {
    for (const std::string& place : {context_.beside(*include.source, wanted), wanted}) {
      path = place;
      std::optional<std::string> text;
      if (context_.files.read) text = context_.files.read(place);
      if (text) return text;
    }
    return std::nullopt;
  }

  std::vector<Node> load(const Element& include, Index depth) {
    std::string path(include.need_text("file"));
    const auto complain = [&](std::string_view code, const std::string& what) {
      include.complain(code, "file", "the file " + in_quotes(path) + what);
      return std::vector<Node>();
    };
    if (path.empty()) return {};
    if (seen_.size() == most_files) return complain(code::excess, " is one file too many");
    const std::optional<std::string> text = read(include.node(), std::string(path), path);
    if (!text) return complain(code::file, " cannot be read");
    if (!seen_.insert(path).second) return complain(code::file, " is included twice");
    bytes_ += static_cast<Index>(text->size());
    if (bytes_ > max_bytes) return complain(code::excess, " makes the robot larger than 64 MiB");
    sources_.emplace_back(path, *text);
    std::optional<Node> root = parse(sources_.back(), context_.findings);
    if (!root) return {};
    if (depth + depth_of(*root) > max_depth)
      return complain(code::excess, " nests elements too deeply");
    return std::move(root->children);
  }

  static Index depth_of(const Node& node) {
    Index deepest = 0;
    for (const Node& child : node.children) deepest = std::max(deepest, depth_of(child));
    return deepest + 1;
  }

  std::list<Source>& sources_;
  Context& context_;
  std::unordered_set<std::string> seen_;
  Index bytes_ = 0;
};

}  // namespace

void put_includes(Node& root, std::list<Source>& sources, Context& context) {
  Includer(sources, context).visit(root, 1);
}

}  // namespace zwang::import
