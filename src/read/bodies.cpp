// SPDX-License-Identifier: Apache-2.0
// Rigid solids: [[bodies]].

#include <algorithm>

#include "base/words/joints.h"
#include "read/fill.h"
#include "read/section.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

template <Rotation::Form kind>
void read_turn(const Given& given, Rotation& rotation) {
  rotation.form = kind;
  take(given, rotation.numbers);
}

constexpr Row rotation_rows[] = {
    {"rpy", form::list(three), by<read_turn<Rotation::Form::roll_pitch_yaw>>(),
     "roll, pitch and yaw about the fixed axes x, y, z", Need::one},
    {"axis", form::list(three), by<read_turn<Rotation::Form::axis_angle>>(),
     "axis of the rotation by `angle`", Need::one},
    {"angle", form::formula(), into<&Rotation::angle>(), "about `axis`", Need::one},
    {"quaternion", form::list(four), by<read_turn<Rotation::Form::quaternion>>(), "w, x, y, z",
     Need::one},
};
constexpr Rule rotation_rules[] = {
    {Rule::Kind::one, "rpy | axis angle | quaternion",
     "'rotation' needs 'rpy', 'axis' and 'angle', or 'quaternion'"},
    {Rule::Kind::beside, "axis", "angle"},
    {Rule::Kind::beside, "angle", "axis"},
};

void read_points(const Given& given, Body& body) {
  const Value& table = given.value();
  if (!is_table(given.complaints(), given.field, given.row.form.noun)) return;
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    if (words::is_body_word(key.text)) {
      given.complaints().add(code::name, key.place, in_quotes(key.text) + " is reserved for bodies",
                             "choose another name");
      continue;
    }
    const Field value{in_quotes(key.text), &table.items[i]};
    body.points.push_back({given.context.names.add(given.complaints(), key, Named::body_point),
                           read_list(given.complaints(), value, three)});
  }
}

/// What the file calls the joint; nothing if that is no joint.
std::optional<bodies::Joint> joint_of(const Section& section) {
  const Field field = section.find("joint");
  if (!field || field.value->kind != Kind::text) return std::nullopt;
  return words::joints.find(field.value->text);
}

JointStart read_start_key(Context& context, const Key& key, const Field& value, std::size_t count) {
  Complaints& complaints = context.complaints;
  JointStart one{Name(key.text, key.at), {}};
  const std::string words = std::to_string(count);
  if (key.text == "orientation" && value.value->kind == Kind::table) {
    one.rotation = read_table<Rotation>(context, rotation_table, *value.value, "'orientation'");
  } else if (count == 1) {
    one.numbers.push_back(read_formula(complaints, value));
  } else {
    one.numbers = read_list(complaints, value, {count, count, words});
  }
  return one;
}

void read_start(const Given& given, Body& body) {
  const auto joint = joint_of(given.section);
  if (!joint || words::facts(*joint).start.empty()) return;
  if (!is_table(given.complaints(), given.field, "start = { … }")) return;
  const words::JointFacts& facts = words::facts(*joint);
  const Value& table = given.value();
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Key& key = table.keys[i];
    const auto known =
        std::find_if(facts.start.begin(), facts.start.end(),
                     [&](const words::StartKey& one) { return one.name == key.text; });
    if (known == facts.start.end()) {
      std::vector<std::string> all;
      for (const words::StartKey& one : facts.start) all.emplace_back(one.name);
      complain_of_key(given.complaints(), "the start of " + std::string(facts.article), key, all);
    } else {
      body.start.push_back(
          read_start_key(given.context, key, {in_quotes(key.text), &table.items[i]}, known->count));
    }
  }
}

/// From, to; "none" where there is no end.
Components read_range(Complaints& complaints, const Field& field) {
  if (field.value->kind != Kind::list || field.value->items.size() != 2)
    return read_list(complaints, field, two);
  Components range;
  for (std::size_t k = 0; k < 2; ++k) {
    const Field end = item(field, k, k == 0 ? "lower end" : "upper end");
    const bool none = end.value->kind == Kind::text && end.value->text == "none";
    range.push_back(none ? Expression() : read_formula(complaints, end));
  }
  return range;
}

void read_limits(const Given& given, Body& body) {
  const auto joint = joint_of(given.section);
  if (!joint || words::facts(*joint).limited.empty()) return;  // of which is spoken elsewhere
  const words::JointFacts& facts = words::facts(*joint);
  const Value& value = given.value();
  if (value.kind != Kind::table) {
    if (facts.limited.size() == 1) {
      body.limits.push_back({{}, read_range(given.complaints(), given.field)});
      return;
    }
    return complain_of_type(given.complaints(), given.field, "a table",
                            std::string(facts.article) + " has several coordinates: limits = { " +
                                std::string(facts.limited.front()) + " = [from, to] }");
  }
  for (std::size_t i = 0; i < value.keys.size(); ++i) {
    const Key& key = value.keys[i];
    if (std::find(facts.limited.begin(), facts.limited.end(), key.text) == facts.limited.end()) {
      complain_of_key(given.complaints(), "the limits of " + std::string(facts.article), key,
                      {facts.limited.begin(), facts.limited.end()});
      continue;
    }
    body.limits.push_back({Name(key.text, key.at),
                           read_range(given.complaints(), {in_quotes(key.text), &value.items[i]})});
  }
}

void read_body_color(const Given& given, Body& body) { read_color(given, body.color); }

void read_body_shapes(const Given& given, Body& body) { read_shapes(given, body.shapes); }

/// What others call our joints.
constexpr std::pair<std::string_view, std::string_view> joint_synonyms[] = {
    {"revolute", "hinge"},   {"continuous", "hinge"}, {"pin", "hinge"},     {"pivot", "hinge"},
    {"prismatic", "slider"}, {"spherical", "ball"},   {"floating", "free"}, {"weld", "fixed"},
    {"rigid", "fixed"},      {"cardan", "universal"}, {"helical", "screw"},
};

/// Says so if the joint is one that is called otherwise here.
bool is_synonym(const Given& given) {
  for (const auto& [theirs, ours] : joint_synonyms) {
    if (given.value().kind != Kind::text || given.value().text != theirs) continue;
    given.complaints().add(code::word, given.value().place, "unknown joint " + in_quotes(theirs),
                           "here it is called " + in_quotes(ours));
    return true;
  }
  return false;
}

/// Keys that only some kinds of joints have.
void read_joint(const Given& given, Body& body) {
  if (is_synonym(given)) return;
  take(given, body.joint);
  const auto joint = joint_of(given.section);
  if (!joint) return;
  const words::JointFacts& facts = words::facts(*joint);
  const auto check = [&](std::string_view key, bool wanted) {
    const Field field = given.section.find(key);
    if (!field || wanted) return;
    given.complaints().add(code::exclusive, field.value->place,
                           std::string(facts.article) + " has no " + in_quotes(key),
                           "leave it out");
  };
  check("axis", facts.axis);
  check("axis2", facts.axis2);
  check("pitch", facts.pitch);
  if (facts.pitch) given.section.need("pitch", "the travel along the axis per turn (lead)");
  for (const char* const key : {"start", "damping", "friction"}) check(key, !facts.start.empty());
  check("limits", !facts.limited.empty());
}

void read_file(const Given& given, Body& body) {
  take(given, body.file);
  body.at_file = given.value().at;
}

constexpr Form moments_form = form::list(three, not_negative);
constexpr Form row_form = form::list(three);
constexpr Form rows_form = form::list(three, row_form);
constexpr Form moment_form = form::formula(not_negative);  // of the plane
constexpr Form more_moments_form = form::either(rows_form, moment_form);
constexpr Form point_form = form::list(spatial);
constexpr Form range_form = form::list(two), ranges_form = form::pairs(range_form);
constexpr Form one_shape = form::table(shape_table), many_shapes = form::tables(shape_table);

constexpr Row body_rows[] = {
    {"name", form::name(Named::body), into<&Body::name>(), "of the body", Need::yes},
    {"count", form::formula(family_range), into<&Body::count>(),
     "makes a family `arm[1]`, `arm[2]`, …; its formulas and `parent = \"base[i]\"` may use `i`"},
    {"parent", form::text("\"ground\" or the name of a body"), into<&Body::parent>(),
     "what it is attached to; default `\"ground\"`", Need::no, "", "`\"ground\"` or a body"},
    {"joint", form::word("joint", words::joint_words), by<read_joint>(),
     "the joint that connects it to its parent", Need::one},
    {"axis", form::list(spatial), into<&Body::axis>(),
     "in the joint frame, of any length; default z"},
    {"axis2", form::list(three), into<&Body::axis2>(),
     "second axis of `universal`, which turns with the first; default x"},
    {"pitch", form::formula(), into<&Body::pitch>(),
     "of a `screw` (required): travel per turn (lead)"},
    {"at", form::list(spatial), into<&Body::at>(),
     "the joint frame's origin, in the parent's body frame"},
    {"rotation", rotation_form, into<&Body::rotation>(),
     "of the joint frame relative to the parent's body frame, in radians; roll, pitch, yaw are "
     "about "
     "the fixed axes x, y, z",
     Need::no, "", "`{ rpy = […] }`, `{ axis = […], angle = … }`, `{ quaternion = [w, x, y, z] }`"},
    {"mass", form::formula(not_negative), into<&Body::mass>(), "default: that of the shapes, or 0"},
    {"inertia", form::either(moments_form, more_moments_form), into<&Body::inertia>(),
     "about the center of mass, in the body's axes; default: that of the shapes, or 0", Need::no,
     "", "three numbers, or three rows of three"},
    {"center", form::list(spatial), into<&Body::center>(),
     "center of mass, in the body frame; default: that of the shapes, or the origin"},
    {"shape", form::either(one_shape, many_shapes), by<read_body_shapes>(),
     "what it looks like, weighs and touches with", Need::no, "",
     "`{ sphere = 0.1 }` and the like, or a list of them"},
    {"density", form::formula(not_negative), into<&Body::density>(),
     "of the shapes that have no mass or density of their own"},
    {"color", color_form, by<read_body_color>(),
     "on the page, of the shapes that have none of their own: a name of CSS, or `\"#4682b4\"`"},
    {"points", form::named(Named::body_point, "points = { … }", point_form), by<read_points>(),
     "in the body frame; used as `crank.tip`", Need::no, "", "`{ tip = [1, 0, 0] }`"},
    {"start",
     {.kind = Form::Kind::joint_start},
     by<read_start>(),
     "start values of the joint coordinates, by name",
     Need::no,
     "",
     "see below"},
    {"damping", form::formula(not_negative), into<&Body::damping>(),
     "−damping·rate along every rate of the joint"},
    {"friction", form::formula(not_negative), into<&Body::friction>(),
     "largest dry friction force or torque along every rate of the joint; for `ball`, a torque "
     "opposing its angular velocity; not for `planar` and `free`"},
    {"limits", form::either(range_form, ranges_form), by<read_limits>(),
     "stops: how far the joint may go, `\"none\"` where there is no stop; of a joint with several "
     "coordinates by their names",
     Need::no, "", "`[from, to]`, or `{ x = [from, to] }`"},
    {"restitution", form::formula(fraction), into<&Body::restitution>(),
     "of the impacts at the stops; default 0"},
    {"file", form::text("the name of a file"), by<read_file>(),
     "instead of everything but `name`: a URDF or MJCF file beside the model; its bodies are "
     "called "
     "`NAME.link`",
     Need::one},
};

/// A robot brings everything itself.
constexpr Rule body_rules[] = {
    {Rule::Kind::one, "file | joint", "[[bodies]] needs 'joint'", "joint = \"hinge\""},
    {Rule::Kind::exclude, "file | count"},
    {Rule::Kind::exclude, "file | parent"},
    {Rule::Kind::exclude, "file | axis"},
    {Rule::Kind::exclude, "file | axis2"},
    {Rule::Kind::exclude, "file | pitch"},
    {Rule::Kind::exclude, "file | at"},
    {Rule::Kind::exclude, "file | rotation"},
    {Rule::Kind::exclude, "file | mass"},
    {Rule::Kind::exclude, "file | inertia"},
    {Rule::Kind::exclude, "file | center"},
    {Rule::Kind::exclude, "file | points"},
    {Rule::Kind::exclude, "file | start"},
    {Rule::Kind::exclude, "file | damping"},
    {Rule::Kind::exclude, "file | friction"},
    {Rule::Kind::exclude, "file | shape"},
    {Rule::Kind::exclude, "file | density"},
    {Rule::Kind::exclude, "file | color"},
    {Rule::Kind::exclude, "file | limits"},
    {Rule::Kind::exclude, "file | restitution"},
    {Rule::Kind::exclude, "mass | density"},
    {Rule::Kind::beside, "restitution", "limits", "limits = [from, to]"},
    {Rule::Kind::beside, "density", "shape", "shape = { box = [1, 2, 3] }"},
};

bool check_robot(Context& context, const Section& section, void* owner) {
  if (!section.has("file")) return true;
  for (const Row& row : body_rows) {
    if (row.key != "name" && row.key != "file") continue;
    if (const Field field = section.need(row.key))
      row.fill.call({context, section, row, field}, owner);
  }
  return false;
}

}  // namespace

constinit const Table rotation_table =
    table_of<Rotation>({"rotation", "'rotation'", rotation_rows, rotation_rules});

constinit const Table body_table = table_of<Body>(
    {.name = "body",
     .label = "[[bodies]]",
     .rows = body_rows,
     .rules = body_rules,
     .check = check_robot,
     .about =
         "A rigid body and the joint that connects it to its parent, or a whole robot from its "
         "file."});

}  // namespace zwang::read
