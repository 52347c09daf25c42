// SPDX-License-Identifier: Apache-2.0
#include "derive/remarks.h"

#include <algorithm>
#include <set>

namespace zwang::deriving {

namespace {

// 'floor', 'wall': the constraints with rows of a kind.
std::string named(const Description& description, const std::vector<equations::Row>& rows,
                  equations::Kind kind) {
  std::set<std::uint32_t> numbers;
  for (const equations::Row& row : rows) {
    if (row.kind == kind) numbers.insert(row.constraint);
  }
  std::string words;
  for (const std::uint32_t k : numbers) {
    words += (words.empty() ? "'" : ", '") + description.constraints[k].name.text + "'";
  }
  return words;
}

}  // namespace

void write_remarks(const Description& description, const std::vector<equations::Row>& rows,
                   Page& page) {
  const std::string unilateral = named(description, rows, equations::Kind::unilateral),
                    servo = named(description, rows, equations::Kind::servo);
  const bool nonideal =
      !description.nonideal.empty() ||
      std::any_of(description.constraints.begin(), description.constraints.end(),
                  [](const Constraint& constraint) { return constraint.friction.given(); }) ||
      std::any_of(description.bodies.begin(), description.bodies.end(),
                  [](const Body& body) { return body.friction.given(); });
  if (unilateral.empty() && servo.empty() && !nonideal && description.controls.empty()) {
    return;
  }
  page.section("What these equations leave out");
  if (!unilateral.empty()) {
    page.sentence("Inequalities are written as if they touched: " + unilateral +
                  ". Where one does not touch, or would pull, its row is absent.");
  }
  if (!servo.empty()) {
    page.sentence("Controls meet these constraints, no reaction does: " + servo +
                  ". The force that is written for them is the one that an ideal constraint would "
                  "exert; the controls are not solved for.");
  } else if (!description.controls.empty()) {
    page.sentence("The controls are not solved for; they stand in Q by their names.");
  }
  if (nonideal) {
    page.sentence(
        "The non-ideal forces C are not written: what is here is the motion of ideal "
        "constraints.");
  }
}

}  // namespace zwang::deriving
