// SPDX-License-Identifier: Apache-2.0
// How it would move if it were free: [free] and [[forces]].

#include "base/words/policies.h"
#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

void read_order(const Given& given, FreeMotion& free) {
  const Value& value = given.value();
  if (value.kind != Kind::number) {
    complain_of_type(given.complaints(), given.field, "1 or 2");
  } else if (value.number != 1 && value.number != 2) {
    given.complaints().add(code::range, value.place,
                           given.field.label + " must be 1 or 2, not " + value.text);
  }
  free.order = value.number == 1 ? 1 : 2;
}

constexpr Form diagonal_form = form::list(at_least_one);
constexpr Form matrix_form = form::list(at_least_one, diagonal_form);

constexpr Row free_rows[] = {
    {"lagrangian", form::formula(), into<&FreeMotion::lagrangian>(), "L"},
    {"kinetic", form::formula(), into<&FreeMotion::kinetic>(),
     "L = kinetic − potential; either may be omitted"},
    {"potential", form::formula(), into<&FreeMotion::potential>(),
     "L = kinetic − potential; either may be omitted"},
    {"mass", form::either(diagonal_form, matrix_form), into<&FreeMotion::mass>(),
     "M ẍ = Q: rows of the square matrix M, or a list for its diagonal", Need::no, "",
     "list, or rows of a matrix"},
    {"force", form::list(at_least_one), into<&FreeMotion::force>(), "M ẍ = Q: the list Q"},
    {"acceleration", form::list(at_least_one), into<&FreeMotion::acceleration>(),
     "an underdetermined system: M = 1 and this list"},
    {"order",
     {.kind = Form::Kind::order},
     by<read_order>(),
     "with `acceleration`: 1 if the constraints determine rates; default 2"},
    {"gravity", form::list(plane_or_space), into<&FreeMotion::gravity>(),
     "acceleration of gravity, for particles and bodies (for bodies, of numbers and parameters "
     "only)"},
};
constexpr Rule free_rules[] = {
    {Rule::Kind::exclude, "lagrangian | kinetic potential | mass force | acceleration"},
    {Rule::Kind::beside, "mass", "force", "zeros if there is none"},
    {Rule::Kind::beside, "force", "mass"},
    {Rule::Kind::beside, "order", "acceleration"},
};

void read_ends_of_spring(const Given& given, Spring& spring) {
  std::tie(spring.from, spring.to) = read_between(given, "point");
}

constexpr Form end_form = form::text("a text that names a point");
constexpr Row spring_rows[] = {
    {"between", form::list(two, end_form, "points"), by<read_ends_of_spring>(), "its two ends",
     Need::yes, "between = [\"bob\", \"ground.pivot\"]"},
    {"stiffness", form::formula(), into<&Spring::stiffness>(), "force per length", Need::one},
    {"length", form::formula(not_negative), into<&Spring::length>(), "free length; default 0"},
    {"damping", form::formula(), into<&Spring::damping>(),
     "force per rate of its length; default 0"},
};
// A rule, so that what is said of an empty spring begins with it.
constexpr Rule spring_rules[] = {{Rule::Kind::one, "stiffness", "'spring' needs 'stiffness'"}};
constinit const Table spring_table =
    table_of<Spring>({"spring", "'spring'", spring_rows, spring_rules});

constexpr Row force_rows[] = {
    {"on", form::text("a text that names a particle, a body or a coordinate"), into<&Force::on>(),
     "a particle, a point of a body, a body (its center of mass), a coordinate"},
    {"force", form::vector, into<&Force::force>(),
     "components, or one vector formula; for a coordinate, a number", Need::one},
    {"torque", form::vector, into<&Force::torque>(),
     "on a body, in addition to `force` or instead of it", Need::one},
    {"frame", form::word("frame", words::frame_words), into<&Force::body_frame>(),
     "the axes for the components of a force on a body; default `world`"},
    {"potential", form::formula(), into<&Force::potential>(), "potential energy of the force",
     Need::one},
    {"spring", form::table(spring_table), into<&Force::spring>(),
     "a spring and damper between two points", Need::one},
    {"for", form::text(range_words), into<&Force::for_each>(), "a family: `\"i in 1..N\"`"},
};
constexpr Rule force_rules[] = {
    {Rule::Kind::one, "on force torque frame | potential | spring",
     "[[forces]] needs 'force', 'potential' or 'spring'"},
    {Rule::Kind::beside, "on", "force | torque"},
    {Rule::Kind::beside, "force", "on", "on = \"bob\": a particle, a body or a coordinate"},
    {Rule::Kind::beside, "torque", "on", "on = \"crank\": a body"},
    {Rule::Kind::beside, "frame", "on", "on = \"crank\": a body or a point of it"},
};

}  // namespace

constinit const Table free_table = table_of<FreeMotion>({"free", "[free]", free_rows, free_rules});
constinit const Table force_table =
    table_of<Force>({"force", "[[forces]]", force_rows, force_rules});

}  // namespace zwang::read
