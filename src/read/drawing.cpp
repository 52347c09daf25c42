// SPDX-License-Identifier: Apache-2.0
// What is drawn: [draw]. It does not change the motion.

#include "read/sections.h"

namespace zwang::read {

namespace {

std::vector<Name> read_line(Complaints& complaints, const Field& line) {
  std::vector<Name> through;
  if (line.value->kind != Kind::list) {
    complain_of_type(complaints, line, "a list of points");
    return through;
  }
  if (line.value->items.size() < 2)
    complaints.add(code::range, line.value->place,
                   line.label + " must have 2 or more points, not " +
                       std::to_string(line.value->items.size()));
  for (std::size_t i = 0; i < line.value->items.size(); ++i) {
    const Expression point =
        read_text(complaints, item(line, i, "point"), "a text that names a point");
    through.emplace_back(point.text, point.at);
  }
  return through;
}

std::vector<GroundPoint> read_drawn_points(Complaints& complaints, const Field& field) {
  std::vector<GroundPoint> points;
  if (!field || !is_table(complaints, field, "[draw.points]")) return points;
  for (std::size_t i = 0; i < field.value->keys.size(); ++i) {
    const Key& key = field.value->keys[i];
    points.push_back(
        {Name(key.text, key.at),
         read_list(complaints, {in_quotes(key.text), &field.value->items[i]}, plane_or_space)});
  }
  return points;
}

}  // namespace

Drawing read_drawing(Context& context, const Field& field) {
  static const Keys keys{{"points", "lines"}};
  Complaints& complaints = context.complaints;
  Drawing drawing;
  if (!is_table(complaints, field, "[draw]")) return drawing;
  const Section section(complaints, *field.value, "[draw]", keys);
  drawing.points = read_drawn_points(complaints, section.find("points"));
  const Field lines = section.find("lines");
  if (!lines) return drawing;
  if (lines.value->kind != Kind::list) {
    complain_of_type(complaints, lines, "a list of lines", "lines = [[\"origin\", \"bob\"]]");
    return drawing;
  }
  for (std::size_t i = 0; i < lines.value->items.size(); ++i)
    drawing.lines.push_back(read_line(complaints, item(lines, i, "entry")));
  return drawing;
}

}  // namespace zwang::read
