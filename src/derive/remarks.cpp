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
  page.section("Not included in these equations");
  if (!unilateral.empty()) {
    page.sentence("Inequalities are written as closed contacts: " + unilateral +
                  ". Where a contact is open, or would pull, its equation is absent.");
  }
  if (!servo.empty()) {
    page.sentence("These constraints are enforced by controls, not by reactions: " + servo +
                  ". The force written for them is that of an ideal constraint; the controls are "
                  "not solved for.");
  } else if (!description.controls.empty()) {
    page.sentence("The controls are not solved for; they appear in Q by name.");
  }
  if (nonideal) {
    page.sentence(
        "The non-ideal forces C are not included: this is the motion with ideal "
        "constraints.");
  }
}

}  // namespace zwang::deriving
