// SPDX-License-Identifier: Apache-2.0
// What binds it: [[constraints]].

#include "base/words/joints.h"
#include "base/words/policies.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

void read_factors(const Given& given, Drift& drift) {
  Components factors;
  take(given, factors);
  if (factors.size() != 2) return;
  drift = {Drift::Policy::baumgarte, factors[0], factors[1]};
}

constexpr Row drift_rows[] = {
    {"baumgarte", form::list(two, not_negative), by<read_factors>(),
     "alpha and beta of φ̈ + 2αφ̇ + β²φ = 0", Need::yes},
};
constinit const Table drift_table = table_of<Drift>({"drift", "'drift'", drift_rows});

void read_drift(const Given& given, Constraint& constraint) {
  const Value& value = given.value();
  if (value.kind == Kind::table) {
    constraint.drift = read_table<Drift>(given.context, drift_table, value, "'drift'");
  } else if (value.kind != Kind::text) {
    complain_of_type(given.complaints(), given.field, "a word or a table",
                     "\"project\", \"none\" or { baumgarte = [alpha, beta] }");
  } else if (value.text == "baumgarte") {
    given.complaints().add(code::word, value.place, "'baumgarte' needs its two factors",
                           "drift = { baumgarte = [alpha, beta] }");
  } else if (const auto* word = read_word(given.complaints(), given.field, "policy against drift",
                                          words::drift_words)) {
    constraint.drift.policy = static_cast<Drift::Policy>(word->value);
  }
}

/// Of friction. More than a number is said elsewhere.
void read_coefficient(const Given& given, Constraint& constraint) {
  if (given.value().kind != Kind::table) return take(given, constraint.friction);
  complain_of_type(given.complaints(), given.field, "a number or a formula",
                   "for a table, use [[nonideal]] friction = { constraint = \"floor\", … }");
}

template <Closure::Kind kind>
void read_closure(const Given& given, Constraint& constraint) {
  if (constraint.closure) return;  // they exclude each other, which has been said
  const Table& format = *given.row.form.table;
  Closure closure;
  closure.at = given.value().at;
  if (is_table_of(given, format))
    closure = read_table<Closure>(given.context, format, given.value(), std::string(format.label));
  closure.kind = kind;
  constraint.closure = std::move(closure);
}

template <bool angles>
void read_pair(const Given& given, Closure& closure) {
  const auto [first, second] = read_between(given, angles ? "coordinate" : "point");
  closure.first = Name(first.text, first.at);
  closure.second = Name(second.text, second.at);
}

constexpr Form point_of_pair = form::text("a text that names a point");
constexpr Form angle_of_pair = form::text("a text that names a coordinate");
constexpr Row points_row{
    "between", form::list(two, point_of_pair, "points"), by<read_pair<false>>(),
    "two points: `\"crank.tip\"`, `\"crank\"` (its origin), `\"ground\"`", Need::yes};
constexpr Row angles_row{"between", form::list(two, angle_of_pair, "coordinates"),
                         by<read_pair<true>>(), "two coordinates of joints", Need::yes};
constexpr Row axis_row{"axis", form::list(spatial), into<&Closure::axis>(),
                       "in the first body's frame", Need::yes};
constexpr Row axis2_row{"axis2", form::list(three), into<&Closure::axis2>(),
                        "in the second body's frame"};

constexpr Row pair_rows[] = {points_row};
constexpr Row hinge_rows[] = {points_row, axis_row, axis2_row};
constexpr Row slider_rows[] = {points_row, axis_row};
constexpr Row universal_rows[] = {
    points_row,
    axis_row,
    {"axis2", form::list(three), into<&Closure::axis2>(), "in the second body's frame", Need::yes}};
constexpr Row distance_rows[] = {
    points_row,
    {"length", form::formula(positive), into<&Closure::length>(), "by default as at the start"}};
constexpr Row gear_rows[] = {
    angles_row, {"ratio", form::formula(), into<&Closure::ratio>(), "of the angles", Need::yes}};
constexpr Row rack_rows[] = {
    angles_row, {"radius", form::formula(), into<&Closure::radius>(), "of the pinion", Need::yes}};
constexpr Row roll_rows[] = {
    {"body", form::text("a text that names a body"), into<&Closure::body>(), "what rolls",
     Need::yes},
    {"radius", form::formula(positive), into<&Closure::radius>(), "about the body's origin",
     Need::yes},
    {"axis", form::list(three), into<&Closure::axis>(), "of a disk; a ball has none"},
    {"on", form::text("\"ground\" or a text that names a body"), into<&Closure::on>(),
     "what it rolls on; by default the ground"},
    {"on_radius", form::formula(), into<&Closure::on_radius>(),
     "`on` is a ball of this radius; negative: it rolls inside a hollow one"}};

using K = Closure::Kind;
constinit const Table closure_tables[] = {
    table_of<Closure>({"weld", "'weld'", pair_rows}),
    table_of<Closure>({"point", "'point'", pair_rows}),
    table_of<Closure>({"hinge", "'hinge'", hinge_rows}),
    table_of<Closure>({"slider", "'slider'", slider_rows}),
    table_of<Closure>({"universal", "'universal'", universal_rows}),
    table_of<Closure>({"distance", "'distance'", distance_rows}),
    table_of<Closure>({"gear", "'gear'", gear_rows}),
    table_of<Closure>({"rack", "'rack'", rack_rows}),
    table_of<Closure>({"roll", "'roll'", roll_rows}),
};

template <Closure::Kind kind>
constexpr Row closure_row() {
  return {words::closures.of(kind), form::table(closure_tables[static_cast<int>(kind)]),
          by<read_closure<kind>>(), words::closure_words[static_cast<int>(kind)].sentence,
          Need::one};
}

constexpr Form drift_word = form::word("policy against drift", words::drift_words);
constexpr Form drift_factors = form::table(drift_table);
constexpr Form equation_form = form::text(equation_words);

constexpr std::string_view course_hint =
    "course = \"path.csv\" or course = { \"arm.angle\" = \"0.5*sin(t)\" }";
constexpr Form course_file = form::text("the name of a file");
constexpr Form course_formula = form::formula();
constexpr Form course_formulas{
    .kind = Form::Kind::labelled, .noun = "'course'", .items = &course_formula};

// A file, or a formula for each motion: written out when the whole model has been read.
void read_course(const Given& given, Constraint& constraint) {
  Complaints& complaints = given.complaints();
  const Value& value = given.value();
  WrittenCourse course{{}, {}, value.place};
  if (value.kind == Kind::table) {
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
      const Field line{in_quotes(value.keys[i].text), &value.items[i]};
      course.lines.emplace_back(Name(value.keys[i].text, value.keys[i].at),
                                read_formula(complaints, line));
    }
    if (course.lines.empty())
      complaints.add(code::range, value.place, "'course' prescribes nothing",
                     std::string(course_hint));
  } else {
    course.file = read_reference(complaints, given.field, "the name of a file, or a table");
  }
  constraint.name.text = course_mark(given.context.courses.size());
  given.context.courses.push_back(std::move(course));
}

// Names of controls, or all of them.
void read_servo(const Given& given, Constraint& constraint) {
  const Value& value = given.value();
  if (value.kind == Kind::text && value.text == "all") {
    constraint.servo = {Name("all", value.at)};
  } else {
    constraint.servo = read_references(given.complaints(), given.field, "names of controls");
  }
}

constexpr words::Word all_words[] = {{0, "all", "all controls, or a drive at every joint"}};
constexpr Form servo_all = form::word("choice of controls", all_words);
constexpr Form servo_names = form::references("names of controls");

constexpr Row constraint_rows[] = {
    {"name", form::name(Named::constraint), into<&Constraint::name>(),
     "by default `constraint3` and so on"},
    {"equation", form::text(equation_words), into<&Constraint::equations>(),
     "`\"x'*sin(phi) - y'*cos(phi) = 0\"`; its highest derivative decides what it constrains: "
     "positions, rates or accelerations",
     Need::one},
    {"equations", form::list(at_least_one, equation_form, "equation"),
     into<&Constraint::equations>(), "several equations under one name", Need::one,
     "for one, write equation = …"},
    {"for", form::text(range_words), into<&Constraint::for_each>(), "a family: `\"i in 1..19\"`"},
    {"weight", form::formula(positive), into<&Constraint::weight>(),
     "Σ weight·residual² is minimized where constraints contradict each other; default 1"},
    {"drift", form::either(drift_word, drift_factors), by<read_drift>(),
     "how drift is controlled; default `project`", Need::no, "",
     "`project`, `none` or `{ baumgarte = [alpha, beta] }`"},
    {"restitution", form::formula(fraction), into<&Constraint::restitution>(),
     "of impacts at an inequality; default 0"},
    {"restitution_law", form::word("law of restitution", words::restitution_words),
     into<&Constraint::restitution_law>(),
     "what part of an impact with friction `restitution` refers "
     "to; default `stronge`"},
    {"friction", form::formula(not_negative), by<read_coefficient>(),
     "coefficient of friction of an inequality; default none"},
    {"course", form::either(course_file, course_formulas), by<read_course>(),
     "prescribed motions: a file beside the model with a time and one column for each, named after "
     "what it prescribes; or `{ \"arm.angle\" = \"0.5*sin(t)\" }`",
     Need::one, course_hint, "the name of a file, or a table of formulas"},
    {"servo", form::either(servo_all, servo_names), by<read_servo>(),
     "the equation is enforced by these controls instead of a reaction; `\"all\"`: by all "
     "controls, or, "
     "without `[controls]`, by a drive at every joint and coordinate",
     Need::no, "", "list of names of controls, or `\"all\"`"},
    {"gains", form::list(one_or_two, not_negative), into<&Constraint::gains>(),
     "of a servo: ë + kd ė + kp e = 0 for an equation between positions; `[kp]`, ė + kp e = 0, "
     "between rates; none between accelerations. Without gains the start is moved onto the "
     "equation, and the motion is kept on it",
     Need::no, "", "`[kd, kp]`"},
    closure_row<K::weld>(),
    closure_row<K::point>(),
    closure_row<K::hinge>(),
    closure_row<K::slider>(),
    closure_row<K::universal>(),
    closure_row<K::distance>(),
    closure_row<K::gear>(),
    closure_row<K::rack>(),
    closure_row<K::roll>(),
};
// What chosen forces enforce pushes nobody, and is never projected.
constexpr Rule constraint_rules[] = {
    {Rule::Kind::one,
     "equation | equations | course | weld | point | hinge | slider | universal | distance | gear "
     "| rack | "
     "roll",
     "[[constraints]] needs 'equation', 'equations', 'course' or a joint between bodies",
     "joints are weld, point, hinge, slider, universal, distance, gear, rack, roll"},
    {Rule::Kind::exclude, "servo | restitution friction"},
    {Rule::Kind::exclude, "servo | drift"},
    {Rule::Kind::exclude, "course | name"},
    {Rule::Kind::exclude, "course | for"},
    {Rule::Kind::beside, "restitution_law", "restitution", "restitution = 0.5"},
    {Rule::Kind::beside, "gains", "servo", "servo = [\"u\"]: names of [controls]"},
};

/// A closure has no contact.
bool check_closure(Context& context, const Section& section, void*) {
  bool closed = false;
  for (const words::Word& one : words::closure_words) closed = closed || section.has(one.word);
  for (const char* const key : {"restitution", "friction"}) {
    const Field field = section.find(key);
    if (closed && field)
      context.complaints.add(code::exclusive, field.value->place,
                             "a joint between bodies has no " + in_quotes(key), "leave it out");
  }
  return true;
}

}  // namespace

std::pair<Expression, Expression> read_between(const Given& given, const std::string& noun) {
  Complaints& complaints = given.complaints();
  const Value& value = given.value();
  if (value.kind != Kind::list) {
    complain_of_type(complaints, given.field, "a list of two " + noun + "s");
  } else if (value.items.size() != 2) {
    complaints.add(
        code::range, value.place,
        "'between' must have 2 " + noun + "s, not " + std::to_string(value.items.size()));
  } else {
    const std::string wanted = "a text that names a " + noun;
    return {read_text(complaints, item(given.field, 0, noun), wanted),
            read_text(complaints, item(given.field, 1, noun), wanted)};
  }
  return {};
}

constinit const Table constraint_table = table_of<Constraint>({.name = "constraint",
                                                               .label = "[[constraints]]",
                                                               .rows = constraint_rows,
                                                               .rules = constraint_rules,
                                                               .check = check_closure});

}  // namespace zwang::read
