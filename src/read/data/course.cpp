// SPDX-License-Identifier: Apache-2.0
#include "read/data/course.h"

#include <set>

#include "formula/parse/code.h"
#include "read/data/data_file.h"

namespace zwang::read {

namespace {

using Line = std::pair<Name, Expression>;

class CourseWriter {
 public:
  CourseWriter(Complaints& complaints, Description& description)
      : complaints_(complaints), d_(description) {}

  void write(const WrittenCourse& course, const Constraint& as_written,
             std::vector<Constraint>& all) {
    for (const auto& [written, formula] :
         course.file.text.empty() ? course.lines : columns_of(course)) {
      const Name what(coordinate_of(written.text), written.at);
      if (!prescribed_.insert(what.text).second)
        complaints_.add(code::range, course.place, in_quotes(what.text) + " is prescribed twice",
                        "keep one of them");
      Constraint one = as_written;
      one.name = what;
      one.equations = {Expression(what.text + " = " + formula.text, formula.at)};
      all.push_back(std::move(one));
      if (!as_written.servo.empty()) continue;
      const std::string drive = "drive(" + what.text + ")";
      d_.observe.push_back({Name(drive, what.at), Expression(drive, what.at), {}});
    }
  }

 private:
  // A joint that one number describes may be named by its body.
  std::string coordinate_of(const std::string& what) const {
    const std::string family = what.substr(0, what.find('['));
    for (const Body& body : d_.bodies) {
      if (body.name.text != (body.count.given() ? family : what)) continue;
      const std::string& joint = body.joint.text;
      if (what.find("].") != std::string::npos) break;
      if (joint == "hinge" || joint == "screw") return what + ".angle";
      if (joint == "slider") return what + ".position";
    }
    return what;
  }

  std::vector<Line> columns_of(const WrittenCourse& course) {
    const Location at = course.file.at;
    const DataFile data = read_data(d_.source, course.file.text);
    const auto refuse = [&](const std::string& what, const std::string& hint) {
      complaints_.add(formula::code::table, course.place, in_quotes(course.file.text) + " " + what,
                      hint);
      return std::vector<Line>();
    };
    if (!data.ok()) return refuse(data.problem, data.hint);
    if (data.names.size() < 2)
      return refuse("needs a first line with the names of its columns",
                    "a time, then what each column prescribes: t, arm.angle");
    std::vector<Line> lines;
    for (std::size_t k = 1; k < data.names.size(); ++k) {
      const std::string& name = data.names[k];
      lines.emplace_back(Name(name, at),
                         Expression("table(\"" + course.file.text + "\", " + d_.time.text +
                                        ", column = \"" + name + "\")",
                                    at));
    }
    return lines;
  }

  Complaints& complaints_;
  Description& d_;
  std::set<std::string> prescribed_;
};

}  // namespace

std::string course_mark(std::size_t k) { return "\x01" + std::to_string(k); }

void write_courses(const std::vector<WrittenCourse>& courses, Complaints& complaints,
                   Description& description) {
  if (courses.empty()) return;
  CourseWriter writer(complaints, description);
  std::vector<Constraint> all;
  for (Constraint& constraint : description.constraints) {
    bool is_course = false;
    for (std::size_t k = 0; k < courses.size() && !is_course; ++k) {
      is_course = constraint.name.text == course_mark(k);
      if (is_course) writer.write(courses[k], constraint, all);
    }
    if (!is_course) all.push_back(std::move(constraint));
  }
  description.constraints = std::move(all);
}

}  // namespace zwang::read
