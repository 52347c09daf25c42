// SPDX-License-Identifier: Apache-2.0
#include "assemble/rows/kind.h"

#include <algorithm>

#include "assemble/parts.h"
#include "scope/code.h"

namespace zwang::compile {

using formula::no_node;
using formula::Node;

namespace {

void check_servo(Scope& scope, const Constraint& constraint, bool unilateral) {
  const Name& at = constraint.servo.front();
  if (unilateral) {
    scope.complain(code::servo, at, "controls can enforce equations, not inequalities",
                   "leave 'servo' out, or write =");
  }
  if (constraint.drift.policy == Drift::Policy::baumgarte) {
    scope.complain(code::servo, constraint.drift.alpha,
                   "a servo constraint has 'gains' instead of 'drift'",
                   "gains = [kd, kp], and no 'drift'");
  }
}

void check_restitution(Scope& scope, const Expression& at) {
  const auto is_share = [](std::span<const double> x) { return x[0] >= 0 && x[0] <= 1 ? 1 : 0; };
  const Node x = scope.settled(at);
  if (x == no_node || scope.decide({x}, is_share) == 1) return;
  scope.complain(code::coefficient, at, "a restitution must be between 0 and 1");
}

}  // namespace

void check_kind(Scope& scope, const Constraint& constraint, bool unilateral) {
  const bool servo = !constraint.servo.empty();
  if (servo) check_servo(scope, constraint, unilateral);
  if (!servo && !constraint.gains.empty()) {
    scope.complain(code::gains, constraint.gains.front(), "only a servo constraint has gains",
                   "write servo = [\"u\"], or drift = { baumgarte = [alpha, beta] }");
  }
  if (unilateral && constraint.drift.policy == Drift::Policy::baumgarte) {
    scope.complain(code::unilateral, constraint.drift.alpha,
                   "an inequality is always enforced by projection", "leave 'drift' out");
  }
  for (const Expression* const key : {&constraint.restitution, &constraint.friction}) {
    if (!key->given() || unilateral) continue;
    const bool friction = key == &constraint.friction;
    scope.complain(code::contact, *key,
                   std::string(friction ? "'friction'" : "'restitution'") +
                       " is for an inequality, left >= right",
                   friction ? "for an equation: [[nonideal]] friction = { constraint = …, "
                              "coefficient = … }"
                            : "");
  }
  if (unilateral && constraint.restitution.given()) {
    check_restitution(scope, constraint.restitution);
  }
}

double keep_restitution(Scope& scope, const Constraint& constraint, Index first, Index count) {
  if (!constraint.restitution.given()) return 0;
  const Node x = scope.settled(constraint.restitution);
  return x == no_node ? 0 : scope.keep({Kept::What::restitution, first, count, x});
}

bool check_inequality(Scope& scope, const Expression& at, const formula::Formula& formula) {
  if (scope.description().free.order == 1) {
    scope.complain(code::first_order, at, "a first-order system cannot have inequalities");
    return false;
  }
  if (formula.value.size == 1) return true;
  scope.complain(code::unilateral, at, "an inequality compares numbers, not vectors",
                 "compare components, as in bob.y >= 0");
  return false;
}

bool check_inequality_level(Scope& scope, const Expression& at, formula::Level level) {
  if (level == formula::Level::position) return true;
  scope.complain(code::unilateral, at,
                 level == formula::Level::velocity ? "an inequality cannot contain rates"
                                                   : "an inequality cannot contain accelerations",
                 "it restricts positions, as in bob.y >= 0");
  return false;
}

namespace {

std::vector<Index> controls_of(Scope& scope, const Constraint& constraint,
                               const std::vector<std::string>& known) {
  std::vector<Index> numbers;
  for (const Name& name : constraint.servo) {
    const auto at = std::find(known.begin(), known.end(), name.text);
    const Index number = at - known.begin();
    if (at == known.end()) {
      const std::string_view near = nearest(name.text, known);
      scope.complain(code::no_control, name, "'" + name.text + "' is not a control",
                     near.empty() ? "declare controls in [controls]"
                                  : "did you mean '" + std::string(near) + "'?");
    } else if (std::find(numbers.begin(), numbers.end(), number) != numbers.end()) {
      scope.complain(code::servo, name, "'" + name.text + "' is named twice");
    } else {
      numbers.push_back(number);
    }
  }
  return numbers;
}

}  // namespace

std::vector<std::vector<Index>> servo_controls(Scope& scope) {
  std::vector<std::string> known;
  for (const Control& control : scope.description().controls) known.push_back(control.name.text);
  std::vector<std::vector<Index>> numbers;
  for (const Constraint& constraint : scope.description().constraints) {
    numbers.push_back(controls_of(scope, constraint, known));
  }
  return numbers;
}

namespace {

// How many gains a row takes, and the words for it.
struct Wanted {
  std::size_t count;
  const char* words;
};

Wanted wanted_gains(formula::Level level) {
  switch (level) {
    case formula::Level::position:
      return {2, "an equation between positions takes two gains, gains = [kd, kp]"};
    case formula::Level::velocity:
      return {1, "an equation between rates takes one gain, gains = [kp]"};
    default:
      return {0, "an equation between accelerations takes no gains"};
  }
}

}  // namespace

Node servo_b(Scope& scope, const Constraint& constraint, const formula::Row& row) {
  const Wanted wanted = wanted_gains(row.level);
  if (constraint.gains.empty()) return row.b;
  if (constraint.gains.size() != wanted.count) {
    scope.complain(code::gains, constraint.gains.front(), wanted.words,
                   row.level == formula::Level::position ? "e'' + kd e' + kp e = 0"
                   : row.level == formula::Level::velocity
                       ? "e' + kp e = 0, with the residual e of this equation"
                       : "");
    return row.b;
  }
  std::vector<Node> gains;
  for (const Expression& gain : constraint.gains) {
    const Node k = scope.scalar(gain);
    if (k == no_node ||
        !check_roles(scope, {true, true}, {&k, 1}, gain, "gains must be constant numbers")) {
      return row.b;
    }
    gains.push_back(k);
  }
  formula::Graph& g = scope.graph();
  Node b = row.b;
  if (gains.size() == 2) b = g.subtract(b, g.multiply(gains.front(), row.rate));
  if (!gains.empty()) b = g.subtract(b, g.multiply(gains.back(), row.residual));
  return b;
}

}  // namespace zwang::compile
