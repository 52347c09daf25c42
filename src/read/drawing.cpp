// SPDX-License-Identifier: Apache-2.0
// What is drawn: [draw]. It does not change the motion.

#include "read/fill.h"
#include "read/sections.h"

namespace zwang::read {

namespace {

std::vector<Name> read_line(Complaints& complaints, const Field& line) {
  std::vector<Name> through;
  if (line.value->kind != Kind::list) {
    complain_of_type(complaints, line, "a list of points");
    return through;
  }
  const std::size_t count = line.value->items.size();
  if (count < 2)
    complaints.add(code::range, line.value->place,
                   line.label + " must have 2 or more points, not " + std::to_string(count));
  for (std::size_t i = 0; i < count; ++i)
    through.push_back(
        read_reference(complaints, item(line, i, "point"), "a text that names a point"));
  return through;
}

void read_lines(const Given& given, Drawing& drawing) {
  if (given.value().kind != Kind::list)
    return complain_of_type(given.complaints(), given.field, "a list of lines",
                            "lines = [[\"origin\", \"bob\"]]");
  for (std::size_t i = 0; i < given.value().items.size(); ++i)
    drawing.lines.push_back(read_line(given.complaints(), item(given.field, i, "entry")));
}

void read_drawn_points(const Given& given, Drawing& drawing) {
  for_each_name(given, [&](Name name, const Field& value) {
    drawing.points.push_back(
        {std::move(name), read_list(given.complaints(), value, plane_or_space)});
  });
}

constexpr Form drawn_point = form::list(plane_or_space);
constexpr Form drawn_name = form::text("a text that names a point");
constexpr Form drawn_line = form::list({2, at_least_one.most, "2 or more"}, drawn_name, "points");

constexpr Row drawing_rows[] = {
    {"points",
     {.kind = Form::Kind::labelled, .noun = "[draw.points]", .items = &drawn_point},
     by<read_drawn_points>(),
     "named points, two or three formulas each",
     Need::no,
     "",
     "`{ bob = [\"l*sin(a)\", \"-l*cos(a)\"] }`"},
    {"lines", form::list({0, at_least_one.most, "any"}, drawn_line), by<read_lines>(),
     "lines through two or more points: these, particles, points of bodies and of the ground, and "
     "`origin`",
     Need::no, "", "`[[\"origin\", \"bob\"]]`"},
};

}  // namespace

constinit const Table drawing_table = table_of<Drawing>({"draw", "[draw]", drawing_rows});

}  // namespace zwang::read
