// SPDX-License-Identifier: Apache-2.0
#include "assemble/laws/contacts.h"

#include <algorithm>

#include "assemble/rows/row.h"
#include "formula/derive/derive.h"

namespace zwang::compile {

using equations::Reading;
using formula::Graph;
using formula::Node;

// The contact of this sliding velocity, made if it is new.
std::size_t Contacts::contact(const ContactLaw& law) {
  const auto [at, is_new] = known_.try_emplace(law.sliding.w, contacts_.size());
  if (!is_new) return at->second;
  Graph& g = scope_.graph();
  equations::Sliding contact;
  contact.first_row = static_cast<Index>(rows_.size());
  contact.rows = static_cast<Index>(law.sliding.w.size());
  contact.law = law.number;
  contact.of_constraint = law.of_constraint;
  Formulas formulas{law.sliding.w, {}, g.constant(0), g.constant(0)};
  for (const Node w : law.sliding.w) {
    formulas.direction.push_back(scope_.symbols().add_reaction("direction of sliding"));
    contact.direction_slots.push_back(g.slot(formulas.direction.back()));
    add_stick_row(w, static_cast<Index>(rows_.size()));
  }
  const std::string words = "holding force";
  const bool formula = law.sliding.point.empty();
  contact.holding = reactions_.number(
      formula ? reactions_.multiplier(contact.first_row, Reading::watched, law.number, words)
              : reactions_.norm(contact.first_row, contact.rows, law.sliding.point,
                                Reading::watched, law.number, words));
  components_ += contact.rows;
  contacts_.push_back(std::move(contact));
  formulas_.push_back(std::move(formulas));
  return at->second;
}

// w = 0, acting only while the contact sticks.
void Contacts::add_stick_row(Node w, Index row) {
  const formula::Moving moving = moving_in(scope_, {&w, 1});
  const formula::Row stick = formula::row(scope_.graph(), w, moving);
  write_row(scope_, assembly_, assembly_.lone(), stick, moving, stick.b, row, 0);
  equations::Row own{equations::no_constraint, equations::Level::velocity,
                     equations::Drift::project};
  own.kind = equations::Kind::stick;
  own.workless = is_workless(scope_, stick, moving);
  rows_.push_back(own);
  if (!weights_.empty()) weights_.push_back(1);
}

void Contacts::add(const ContactLaw& law) {
  Graph& g = scope_.graph();
  const std::size_t k = contact(law);
  Node normal = g.constant(law.normals.empty() ? 1 : 0);
  for (const Node s : law.normals) {
    normal = g.add(normal, s);
    std::vector<Index>& numbers = contacts_[k].normals;
    const Index number = reactions_.number(s);
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) {
      numbers.push_back(number);
    }
  }
  Formulas& own = formulas_[k];
  own.limit = g.add(own.limit, g.multiply(law.coefficient, normal));
  own.static_limit = g.add(own.static_limit, g.multiply(law.static_coefficient, normal));
}

// −limit·Wᵀd, W = ∂w/∂v.
void Contacts::add_friction(std::size_t contact, NonidealForce& C) {
  Graph& g = scope_.graph();
  const Formulas& own = formulas_[contact];
  const formula::Moving moving = moving_in(scope_, own.w);
  const formula::Columns v(g, moving.v);
  std::vector<Node> along(moving.q.size(), g.constant(0));  // Wᵀd
  for (std::size_t k = 0; k < own.w.size(); ++k) {
    for (const formula::Partial& partial : gradient(g, own.w[k], v)) {
      Node& sum = along[static_cast<std::size_t>(partial.column)];
      sum = g.add(sum, g.multiply(partial.value, own.direction[k]));
    }
  }
  for (std::size_t j = 0; j < along.size(); ++j) {
    if (g.is_constant(along[j], 0)) continue;
    const Node F = g.negate(g.multiply(own.limit, along[j]));
    const auto [at, is_new] = C.try_emplace(g.slot(moving.q[j]), F);
    if (!is_new) at->second = g.add(at->second, F);
  }
}

void Contacts::finish(NonidealForce& C) {
  Group& group = assembly_.lone();
  Index component = 0;
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    add_friction(k, C);
    const auto first = static_cast<Index>(2 * k);
    assembly_.add(group, {formulas_[k].limit, Array::limits, first});
    assembly_.add(group, {formulas_[k].static_limit, Array::limits, first + 1});
    for (const Node w : formulas_[k].w) {
      assembly_.add(group, {w, Array::sliding, component++});
    }
  }
}

}  // namespace zwang::compile
