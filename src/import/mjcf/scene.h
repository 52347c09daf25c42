// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bodies, joints and sites of an MJCF file, and what they are called in the model.
//
// Our body frame has the axes of theirs; its origin is the anchor of the last joint between the body
// and its parent, theirs is wherever the file puts it. `shift` is ours, seen from theirs.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "import/code.h"
#include "import/context.h"
#include "import/element.h"
#include "import/solid.h"
#include "import/usage.h"

namespace zwang::import {

/// How an MJCF file wants its numbers to be understood.
struct MjcfCompiler {
  double radians = 0.017453292519943295;  // per unit of an angle: degrees, unless it says otherwise
  std::string eulerseq = "xyz";           // small letters: about axes that turn along
  bool limits_by_range = true;            // a joint with a range has limits
  enum class FromGeoms { never, automatic, always };
  FromGeoms from_geoms = FromGeoms::automatic;
  int first_group = 0, last_group = 5;  // of the geoms that have mass
  double least_mass = 0, least_moment = 0;
  double total_mass = -1;  // negative: as it is
  bool balance = false;    // impossible inertias become round ones
  std::string mesh_folder;
  bool strip_path = false;
  bool exact_meshes = false;  // meshes are weighed by what they enclose
};

/// All <compiler> elements of the file together; what comes later counts.
MjcfCompiler read_mjcf_compiler(const Node& mujoco, Findings& findings);

/// Position and orientation of an element in the frame around it.
Pose read_pose(const Element& element, const MjcfCompiler& compiler);

/// Default classes: what elements say that do not say it themselves.
class MjcfDefaults {
 public:
  /// Reads all <default> elements of the file.
  void read(const Node& mujoco, Findings& findings);

  /// An element with its defaults: those of its own class, or of `around`, the class that the body
  /// around it gives to its children; empty: the main class.
  Element element(const Node& node, std::string_view around, Findings& findings) const;

 private:
  struct Class {
    int parent = -1;
    // By tag; the last of a tag counts first.
    std::unordered_map<std::string_view, std::vector<const Node*>> levels;
  };

  void read_class(const Node& node, int number, Findings& findings);
  int number_of(std::string_view name) const;

  std::vector<Class> classes_;
  std::unordered_map<std::string_view, int> numbers_;
};

struct MjcfBody {
  std::string name;        // in the model
  std::size_t number = 0;  // among the model's bodies; of the world: none
  Pose world;              // of their frame, where the file puts it
  Vec shift{};
  bool moves = false;  // by its own joints or by those around it
  Taken points;
};

struct MjcfJoint {
  enum class Type { hinge, slide, ball, free };
  const Node* node = nullptr;
  Type type = Type::hinge;
  std::size_t body = 0;    // among the model's bodies
  std::string coordinate;  // "arm.angle"; of ball and free joints: none
  double ref = 0;          // their coordinate is ours and this
  Quaternion turn = {};    // of a free joint, as the file puts it
};

/// One that only adds up coordinates: Σ factor·coordinate of ours, and `ref` more for theirs.
struct MjcfTendon {
  struct Term {
    double factor = 1;
    std::string coordinate;
  };
  std::vector<Term> terms;
  double ref = 0;

  Sum sum() const;
};

struct MjcfSite {
  std::size_t body = 0;  // of the scene
  Pose pose;             // in their frame
  std::string point;     // "arm.tip"
};

struct MjcfSphere {
  std::size_t body = 0;
  Vec center{};  // in their frame
  double radius = 0;
};

/// A mesh, and its file; no path: it stands in the element.
struct MjcfMesh {
  Element element;
  std::string path = {};
  bool exists = true;
};

/// By the names in the file.
template <class Thing>
class Named {
 public:
  std::vector<Thing> all;

  /// A nameless thing can be there, but cannot be found. Complains of a second one of its name.
  void add(Thing thing, const Element& element) {
    const std::string_view name = element.text("name");
    if (!name.empty() && !numbers_.emplace(name, all.size()).second)
      element.complain(code::twice, "name",
                       "there are two <" + element.node().tag + "> called " + in_quotes(name));
    all.push_back(std::move(thing));
  }
  void add(Thing thing, std::string_view name) {
    numbers_.emplace(name, all.size());
    all.push_back(std::move(thing));
  }

  const Thing* find(std::string_view name) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? nullptr : &all[found->second];
  }
  /// The one that an attribute names; complains if there is none, and returns null.
  const Thing* need(const Element& element, std::string_view attribute,
                    std::string_view noun) const {
    const std::string_view name = element.need_text(attribute);
    const Thing* thing = find(name);
    if (!thing && !name.empty())
      element.complain(code::unknown, attribute,
                       "there is no " + std::string(noun) + " " + in_quotes(name));
    return thing;
  }
  std::size_t number(const Thing* thing) const {
    return static_cast<std::size_t>(thing - all.data());
  }

 private:
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

struct MjcfScene {
  explicit MjcfScene(Context& context_) : context(context_) {}

  Context& context;
  MjcfCompiler compiler;
  MjcfDefaults defaults;
  Named<MjcfBody> bodies;     // the world first
  Named<MjcfJoint> joints;    // in the order of their coordinates
  Named<MjcfTendon> tendons;  // those that are sums
  Named<MjcfSite> sites;
  Named<MjcfSphere> spheres;
  std::unordered_map<std::string, MjcfMesh> meshes;
  std::vector<Solid> solids;  // of the model's bodies, in our frames
  /// Of the actuators: their parameters in the model; nothing where an actuator was left out.
  std::vector<std::optional<std::size_t>> controls;
  Sum rotors;  // kinetic energy besides that of the bodies

  Element element(const Node& node, std::string_view around = {}) const {
    return defaults.element(node, around, context.findings);
  }
  /// Appends a body to the model.
  std::size_t add(Body body, const Solid& solid, std::string origin, const Node& node);
  /// A point of a body, given in their frame; returns what formulas call it. `given` may be empty.
  std::string add_point(std::size_t body, const Vec& at, std::string_view given,
                        std::string_view word, const Node& node);
};

// The parts of a file, one source each: they read it into the scene.

/// The tree of bodies of an MJCF file.
void read_bodies(MjcfScene& scene, const Node& mujoco);
/// <actuator>: forces whose strengths are parameters of the model.
void read_actuators(MjcfScene& scene, const Node& mujoco);
/// <tendon>: sums of coordinates, for those who name them.
void read_tendons(MjcfScene& scene, const Node& mujoco);
/// <equality>: what closes loops, and couples joints.
void read_equalities(MjcfScene& scene, const Node& mujoco);
/// <keyframe>: states, one of which may be the start.
void read_keys(MjcfScene& scene, const Node& mujoco);
/// What of an MJCF file is read; see usage.h.
void remark_rest_of_mjcf(const Node& mujoco, Findings& findings);

}  // namespace zwang::import
