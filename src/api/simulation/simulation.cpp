// SPDX-License-Identifier: Apache-2.0
#include "zwang/simulation.h"

#include <cmath>

#include "api/run/words/message.h"
#include "api/simulation/parts.h"
#include "base/number.h"

namespace zwang {

Simulation::Simulation(const Model& model, const RunOptions& options)
    : parts_(std::make_unique<Parts>(model, options)) {}
Simulation::Simulation(const Simulation& other) : parts_(std::make_unique<Parts>(*other.parts_)) {}
Simulation& Simulation::operator=(const Simulation& other) {
  if (this != &other) parts_ = std::make_unique<Parts>(*other.parts_);
  return *this;
}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

const Model& Simulation::model() const { return parts_->model; }
const State& Simulation::state() const { return parts_->state; }
double Simulation::energy() const { return parts_->walk->energy(); }
Ending Simulation::ending() const { return ending_of(parts_->walk->ending()); }
Summary Simulation::summary() const { return parts_->summary(); }
std::string Simulation::message() const { return parts_->summary().message; }
const std::vector<RunEvent>& Simulation::events() const { return parts_->events; }

Ending Simulation::advance(double dt) {
  if (!(dt >= 0) || !std::isfinite(t() + dt))
    throw InputError("dt", "must be a time ahead (got " + number_text(dt) + ")");
  return parts_->go_to(t() + dt);
}

Ending Simulation::advance_to(double to) {
  if (!(to >= t()) || !std::isfinite(to)) {
    throw InputError("t", "must not be before the present time " + number_text(t()) + " (got " +
                              number_text(to) + ")");
  }
  return parts_->go_to(to);
}

void Simulation::set_state(const State& state) { parts_->set_state(state); }
void Simulation::set(const Settings& settings) { parts_->set(settings); }

void Simulation::apply(const std::string& on, std::span<const double> force) {
  parts_->changed = parts_->wanted.hold(on, force) || parts_->changed;
}

void Simulation::apply(const std::string& on, ForceLaw law) {
  OuterForces wanted = parts_->wanted;
  wanted.follow(on, std::move(law));
  check_takes_forces(parts_->choices.method, wanted);
  parts_->wanted = std::move(wanted);
  parts_->changed = true;
}

}  // namespace zwang
