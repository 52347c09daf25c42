// SPDX-License-Identifier: Apache-2.0
#include "api/run/outer_forces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/diagnostic.h"
#include "base/number.h"
#include "model/model_parts.h"

namespace zwang {

namespace {

std::ptrdiff_t find(const std::vector<std::string>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : found - names.begin();
}

// All that a force can act on: coordinates, what has components among them, bodies.
std::vector<std::string> targets(const Model& model) {
  std::vector<std::string> names = model.forces();
  for (const std::string& name : model.forces()) {
    if (name.ends_with(".x")) names.push_back(name.substr(0, name.size() - 2));
  }
  names.insert(names.end(), model.bodies().begin(), model.bodies().end());
  return names;
}

}  // namespace

void check_finite(std::string_view argument, std::span<const double> numbers) {
  for (const double x : numbers) {
    if (std::isfinite(x)) continue;
    throw InputError(std::string(argument), "contains " + number_text(x));
  }
}

std::string none_called(std::string_view name, const std::vector<std::string>& known) {
  const std::string_view near = nearest(name, known);
  return "there is none called '" + std::string(name) + "'" +
         (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?");
}

void check_takes_forces(const std::string& method, const OuterForces& forces) {
  if (forces.has_law() && method.starts_with("rattle"))
    throw InputError("forces", "the method " + method + " takes no laws, which may read rates");
}

OuterForces::OuterForces(Model model) : model_(std::move(model)) {
  held_.along.resize(model_.coordinates().size());
}

OuterForces::Target OuterForces::target(const std::string& name) const {
  if (model_.parts().equations().order != 2) {
    throw InputError("forces", "a system of order 1 has none: its relations determine rates");
  }
  const std::vector<std::string>&coordinates = model_.coordinates(), &forces = model_.forces();
  const auto along = [&](const std::string& one) {
    return find(forces, one) < 0 ? -1 : find(coordinates, one);
  };
  Target found;
  if (const auto k = along(name); k >= 0) {
    found.at = {static_cast<std::size_t>(k)};
    return found;
  }
  if (const auto k = find(model_.bodies(), name); k >= 0) {
    found.is_body = true;
    for (std::size_t i = 0; i < 6; ++i) found.at.push_back(6 * static_cast<std::size_t>(k) + i);
    return found;
  }
  for (const char* const component : {".x", ".y", ".z"}) {
    const auto k = along(name + component);
    if (k >= 0) found.at.push_back(static_cast<std::size_t>(k));
  }
  if (!found.at.empty()) return found;
  if (find(forces, name) >= 0 || find(coordinates, name) >= 0) {
    throw InputError("forces", "'" + name +
                                   "' belongs to a joint that turns about a point; apply a torque "
                                   "to its body instead");
  }
  if (find(model_.parameters(), name) >= 0) {
    throw InputError("forces", "'" + name + "' is a parameter; set it instead");
  }
  throw InputError("forces", none_called(name, targets(model_)));
}

double& OuterForces::number(const Target& target, std::size_t k, equations::OuterForce& of) {
  return (target.is_body ? of.on_bodies : of.along)[target.at[k]];
}

void OuterForces::make_room(const Target& target) {
  used_ = true;
  if (target.is_body) held_.on_bodies.resize(6 * model_.bodies().size());
}

bool OuterForces::hold(const std::string& name, std::span<const double> force) {
  const Target target = this->target(name);
  const std::size_t size = target.at.size();
  if (force.size() != size && !(target.is_body && force.size() == 3)) {
    throw InputError(name, "the force has " + std::to_string(force.size()) +
                               (force.size() == 1 ? " component" : " components") +
                               "; it must have " + std::to_string(size) +
                               (target.is_body ? ", force and torque, or 3" : ""));
  }
  check_finite(name, force);
  make_room(target);
  bool changes = laws_.erase(name) > 0;
  for (std::size_t k = 0; k < size; ++k) {
    const double x = k < force.size() ? force[k] : 0.0;
    changes = changes || number(target, k, held_) != x;
    number(target, k, held_) = x;
  }
  return changes;
}

void OuterForces::follow(const std::string& name, ForceLaw law) {
  Law one{target(name), std::move(law), {}};
  one.force.resize(one.target.at.size());
  make_room(one.target);
  for (std::size_t k = 0; k < one.force.size(); ++k) number(one.target, k, held_) = 0.0;
  laws_.erase(name);
  if (one.fill) laws_.emplace(name, std::move(one));
}

equations::OuterForce& OuterForces::numbers() {
  acting_ = held_;
  acting_.self = this;
  if (has_law()) {
    acting_.law = [](void* self, double t, const double* q, const double* v,
                     equations::OuterForce& out) noexcept {
      static_cast<OuterForces*>(self)->ask(t, q, v, out);
    };
  }
  return acting_;
}

// Components that two laws share have the sum of both.
void OuterForces::ask(double t, const double* q, const double* v,
                      equations::OuterForce& out) noexcept {
  const std::size_t n = held_.along.size();
  std::copy(held_.along.begin(), held_.along.end(), out.along.begin());
  std::copy(held_.on_bodies.begin(), held_.on_bodies.end(), out.on_bodies.begin());
  for (auto& entry : laws_) {
    Law& law = entry.second;
    std::fill(law.force.begin(), law.force.end(), 0.0);
    try {
      if (!wrong_) law.fill(t, {q, n}, {v, n}, law.force);
    } catch (...) {
      wrong_ = std::current_exception();
    }
    for (std::size_t k = 0; k < law.force.size(); ++k) {
      // No step goes on from what is no number: the run ends, and throws.
      number(law.target, k, out) += wrong_ ? std::nan("") : law.force[k];
    }
  }
}

}  // namespace zwang
