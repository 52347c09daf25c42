// SPDX-License-Identifier: Apache-2.0
#include "assemble/laws/friction.h"

#include <cmath>

#include "assemble/bodies/closure.h"
#include "assemble/parts.h"
#include "assemble/touch/touch.h"
#include "formula/parse/reader.h"

namespace zwang::compile {

using equations::Reading;
using formula::no_node;
using formula::Node;

// The places of a constraint; nothing if it is wrong itself, of which was spoken.
std::optional<FrictionWriter::Rubbing> FrictionWriter::rubbing(std::size_t constraint,
                                                               const Expression& at) {
  if (names_.constraints[constraint].count == 0) return std::nullopt;
  const Expression& for_each = scope_.description().constraints[constraint].for_each;
  Rubbing rubbing{constraint, std::nullopt};
  if (for_each.given()) rubbing.ranges = read_ranges(scope_, for_each);
  if (!check_places(scope_, rubbing.ranges, at)) return std::nullopt;
  return rubbing;
}

// All constraints that press on one contact; none and a complaint if they do not fit.
std::vector<FrictionWriter::Rubbing> FrictionWriter::all_rubbing(const Friction& friction) {
  std::vector<Rubbing> all;
  for (const Name& name : friction.constraints) {
    const FoundConstraint found = find_constraint(scope_.description(), names_, name.text);
    if (!found.number) {
      scope_.complain(found.code, name, found.what, found.hint);
      return {};
    }
    auto own = rubbing(*found.number, Expression(name.text, name.at));
    if (!own) return {};
    if (!all.empty() && places_of(all.front().ranges) != places_of(own->ranges)) {
      scope_.complain(code::not_sliding, name,
                      "constraints on one point must have the same members",
                      "write one friction for each");
      return {};
    }
    all.push_back(std::move(*own));
  }
  return all;
}

void FrictionWriter::write(const Nonideal& nonideal, std::uint32_t number) {
  if (nonideal.for_each.given()) {
    scope_.complain(code::not_sliding, nonideal.for_each,
                    "friction has the members of its constraint", "leave 'for' out");
    return;
  }
  const std::vector<Rubbing> all = all_rubbing(*nonideal.friction);
  if (all.empty()) return;
  const Owner owner{number, false,
                    nonideal.law == ReactionLaw::explicit_ ? Reading::ideal : Reading::actual};
  const std::size_t places = places_of(all.front().ranges), before = scope_.complaints();
  for (std::size_t k = 0; k < places && scope_.complaints() == before; ++k) {
    write_place(*nonideal.friction, owner, all, k);
  }
}

void FrictionWriter::write_place(const Friction& friction, const Owner& owner,
                                 const std::vector<Rubbing>& all, std::size_t place) {
  std::vector<Node> residuals;
  std::vector<Pressing> pressing;
  for (const Rubbing& rubbing : all) {
    const FixedIndices fixed(scope_, rubbing.ranges, place);
    const std::vector<Node> own = read_residuals(scope_.description().constraints[rubbing.number]);
    if (own.empty()) return;
    const auto rows = static_cast<Index>(own.size());
    const Index first = names_.constraints[rubbing.number].first;
    pressing.push_back({rubbing.number, first + static_cast<Index>(place) * rows, rows});
    residuals.insert(residuals.end(), own.begin(), own.end());
  }
  const FixedIndices fixed(scope_, all.front().ranges, place);
  const Name& name = friction.constraints.front();
  write_contact(friction, residuals, pressing, owner, Expression(name.text, name.at));
}

void FrictionWriter::write_own(std::size_t number) {
  const Constraint& constraint = scope_.description().constraints[number];
  const auto own = rubbing(number, constraint.friction);
  if (!own) return;
  Friction friction;
  friction.coefficient = constraint.friction;
  friction.static_coefficient = constraint.static_friction;
  const Owner owner{static_cast<std::uint32_t>(number), true, Reading::actual};
  const std::size_t before = scope_.complaints();
  for (std::size_t place = 0; place < places_of(own->ranges); ++place) {
    const FixedIndices fixed(scope_, own->ranges, place);
    const std::vector<Node> residuals = read_residuals(constraint);
    for (std::size_t k = 0; k < residuals.size() && scope_.complaints() == before; ++k) {
      const auto row = static_cast<Index>(place * residuals.size() + k);
      write_contact(friction, {&residuals[k], 1},
                    {{number, names_.constraints[number].first + row, 1}}, owner,
                    constraint.friction);
    }
  }
}

void FrictionWriter::write_contact(const Friction& friction, std::span<const Node> residuals,
                                   const std::vector<Pressing>& pressing, const Owner& owner,
                                   const Expression& at) {
  const Node mu = coefficient(friction.coefficient);
  const bool sticks_alike = !friction.static_coefficient.given();
  const Node mu_static = sticks_alike ? mu : coefficient(friction.static_coefficient);
  const Constraint& first = scope_.description().constraints[pressing.front().constraint];
  const bool touches = first.touch && first.touch->kind == Touch::Kind::shapes;
  const auto sliding = touches && friction.velocity.empty() && !friction.sliding.given()
                           ? touch_sliding(scope_, *first.touch)
                           : find_sliding(scope_, residuals, friction, at);
  if (mu == no_node || mu_static == no_node || !sliding || !check_order(friction, mu, mu_static)) {
    return;
  }
  std::vector<Node> normals;
  for (const Pressing& rows : pressing) {
    // Forces and moments have no common norm; the gap of shapes is a distance, so that its multiplier is the force,
    // wherever on its body the point of contact is.
    if ((friction.sliding.given() || touches) && rows.rows == 1) {
      normals.push_back(
          reactions_.pressure(rows.first_row, owner.reading, owner.number,
                              "reaction(" + names_.constraints[rows.constraint].name + ")"));
      continue;
    }
    normals.push_back(
        reactions_.norm(rows.first_row, rows.rows, sliding->point, owner.reading, owner.number,
                        "reaction(" + names_.constraints[rows.constraint].name + ")"));
  }
  contacts_.add({*sliding, normals, mu, mu_static, owner.number, owner.of_constraint});
}

// The rows of a constraint once more, where the indices are numbers; nothing if it is wrong.
std::vector<Node> FrictionWriter::read_residuals(const Constraint& constraint) {
  if (constraint.touch) return {touch_residual(scope_, constraint)};
  if (constraint.closure) return closure_residuals(scope_, constraint);
  std::vector<Node> residuals;
  for (const Expression& equation : constraint.equations) {
    const auto meaning = scope_.meaning(equation.text, formula::Wanted::equation);
    if (!meaning) return {};
    const auto nodes = meaning->value.nodes();
    residuals.insert(residuals.end(), nodes.begin(), nodes.end());
  }
  return residuals;
}

// The number of a formula of parameters. Remembered: all places of a family ask for the same.
std::optional<double> FrictionWriter::known_number(Node x) {
  const auto known = numbers_.find(x);
  if (known != numbers_.end()) return known->second;
  const formula::Graph& g = scope_.graph();
  for (const Node y : g.reachable({&x, 1})) {
    if (g.op(y) != formula::Op::input) continue;
    const formula::Role role = scope_.symbols().inputs()[g.slot(y)].role;
    if (role != formula::Role::parameter) return numbers_[x] = std::nullopt;
  }
  return numbers_[x] = scope_.passing(x);
}

Node FrictionWriter::coefficient(const Expression& at) {
  const Node mu = scope_.scalar(at);
  if (mu == no_node || !check_roles(scope_, {}, {&mu, 1}, at,
                                    "a coefficient of friction cannot depend on accelerations")) {
    return no_node;
  }
  const auto is_wrong = [](std::span<const double> x) {
    return x[0] >= 0 && std::isfinite(x[0]) ? 0 : 1;
  };
  if (!known_number(mu) || scope_.decide({mu}, is_wrong) == 0) return mu;
  scope_.complain(code::coefficient, at, "a coefficient of friction cannot be negative");
  return no_node;
}

bool FrictionWriter::check_order(const Friction& friction, Node mu, Node mu_static) {
  const auto in_order = [](std::span<const double> x) { return x[1] >= x[0] ? 1 : 0; };
  if (!known_number(mu) || !known_number(mu_static)) return true;
  if (scope_.decide({mu, mu_static}, in_order) == 1) return true;
  scope_.complain(code::coefficient, friction.static_coefficient,
                  "the static coefficient cannot be smaller than the sliding one",
                  "make 'static' at least as large as 'coefficient'");
  return false;
}

}  // namespace zwang::compile
