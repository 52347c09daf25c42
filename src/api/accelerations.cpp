// SPDX-License-Identifier: Apache-2.0
// ẍ of a model, at one state, at many, and with its derivatives.

#include "zwang/accelerations.h"

#include <algorithm>
#include <optional>

#include "api/acceleration_batch.h"
#include "api/model_error.h"
#include "base/diagnostic.h"
#include "flow/right_side.h"
#include "instant/mode.h"
#include "instant/products.h"
#include "model/model_parts.h"
#include "sensitivity/sensitivity.h"

namespace zwang {

namespace {

std::vector<Index> numbers_of(const Model& model, const std::vector<std::string>& by) {
  std::vector<Index> numbers;
  for (const std::string& name : by) {
    const std::vector<std::string>& names = model.parameters();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      const std::string_view near = nearest(name, names);
      throw InputError("by",
                       "there is no parameter '" + name + "'" +
                           (near.empty() ? "" : "; did you mean '" + std::string(near) + "'?"));
    }
    numbers.push_back(found - names.begin());
  }
  return numbers;
}

const char* why_not(const equations::Equations& equations) {
  if (instant::has_switches(equations)) return "forces change with a condition or a sign";
  switch (motion::why_no_sensitivity(equations)) {
    case motion::NoSensitivity::contacts:
      return "it has contacts";
    case motion::NoSensitivity::friction:
      return "it has friction";
    case motion::NoSensitivity::nonideal_forces:
      return "it has non-ideal forces";
    case motion::NoSensitivity::servo_constraints:
      return "it has servo constraints";
    case motion::NoSensitivity::too_many_coordinates:
      return "it has more than 300 coordinates";
    default:
      return nullptr;  // events do not change an instant
  }
}

std::optional<compile::Compiled> lowered(const Model& model, const std::vector<Index>& parameters) {
  if (const char* const why = why_not(model.parts().equations()))
    throw InputError("model", std::string("its accelerations have no derivative: ") + why);
  if (parameters.empty()) return std::nullopt;
  compile::Lowering with{.tangent = true};
  with.sensitivity = parameters;
  compile::Compiled compiled = model.parts().source.lower(with);
  if (!compiled.diagnostics.empty()) {
    const Description& description = model.description();
    throw ModelError(complaints_of(compiled.diagnostics, description.text, description.source));
  }
  return compiled;
}

void expect(const char* name, std::size_t has, std::size_t wants) {
  if (has == wants) return;
  throw InputError(
      name, "has " + std::to_string(has) + " numbers; it must have " + std::to_string(wants));
}

void expect_or_none(const char* name, std::size_t has, std::size_t wants) {
  if (has != 0) expect(name, has, wants);
}

}  // namespace

struct Accelerations::Parts {
  Parts(const Model& of, const std::vector<std::string>& by)
      : model(of), n(of.coordinates().size()), parameters(numbers_of(of, by)) {
    const equations::Equations& equations = model.parts().equations();
    decides = instant::has_events(equations) || instant::has_switches(equations);
    if (!decides) side = std::make_unique<motion::RightSide>(equations, Method::automatic);
  }

  Status solve_alone(double t, const double* q, const double* v, double* acceleration) {
    if (!decides) {
      const Instant& now = side->instant(t, q, v);
      std::copy(now.acceleration.begin(), now.acceleration.end(), acceleration);
      return now.status;
    }
    Options options;
    options.diagnose = options.multipliers = false;
    const ModelInstant now = solve_instant(model, {t, {q, q + n}, {v, v + n}}, options);
    std::copy(now.instant.acceleration.begin(), now.instant.acceleration.end(), acceleration);
    return now.instant.status;
  }

  instant::Products& products() {
    if (!slopes) {
      compiled = lowered(model, parameters);
      slopes.emplace(compiled ? compiled->equations : model.parts().tangent());
    }
    return *slopes;
  }
  instant::Products& at_state() {
    if (!slopes || !slopes->ready())
      throw InputError("state", "call differentiate first, at a state that has an answer");
    return *slopes;
  }

  Model model;
  std::size_t n;
  std::vector<Index> parameters;
  bool decides = false;  // each state decides what acts there
  std::unique_ptr<motion::RightSide> side;
  std::unique_ptr<AccelerationBatch> batch;
  std::optional<compile::Compiled> compiled;  // where parameters were asked for
  std::optional<instant::Products> slopes;
};

Accelerations::Accelerations(const Model& model, const std::vector<std::string>& by)
    : parts_(std::make_unique<Parts>(model, by)) {}
Accelerations::~Accelerations() = default;
Accelerations::Accelerations(Accelerations&&) noexcept = default;
Accelerations& Accelerations::operator=(Accelerations&&) noexcept = default;

const Model& Accelerations::model() const { return parts_->model; }

Status Accelerations::solve(double t, std::span<const double> q, std::span<const double> v,
                            std::span<double> acceleration) {
  expect("q", q.size(), parts_->n);
  expect("v", v.size(), parts_->n);
  expect("acceleration", acceleration.size(), parts_->n);
  return parts_->solve_alone(t, q.data(), v.data(), acceleration.data());
}

std::size_t Accelerations::solve(const StateBatch& states, std::span<double> acceleration,
                                 std::span<Status> status) {
  Parts& parts = *parts_;
  const std::size_t size = parts.n * states.count;
  expect("q", states.q.size(), size);
  expect("v", states.v.size(), size);
  expect("acceleration", acceleration.size(), size);
  expect("status", status.size(), states.count);
  if (states.t.size() != 1) expect("t", states.t.size(), states.count);
  if (states.count == 0) return 0;
  if (!parts.batch) parts.batch = std::make_unique<AccelerationBatch>(parts.side.get());
  return parts.batch->solve(states, acceleration, status,
                            [&](double t, const double* q, const double* v, double* a) {
                              return parts.solve_alone(t, q, v, a);
                            });
}

Status Accelerations::differentiate(double t, std::span<const double> q,
                                    std::span<const double> v) {
  expect("q", q.size(), parts_->n);
  expect("v", v.size(), parts_->n);
  return parts_->products().go_to(t, q.data(), v.data());
}

const std::vector<double>& Accelerations::acceleration() const {
  return parts_->at_state().acceleration();
}

void Accelerations::tangent(std::span<double> by_coordinate, std::span<double> by_rate,
                            std::span<double> by_parameter) {
  const std::size_t n = parts_->n;
  expect("by_coordinate", by_coordinate.size(), n * n);
  expect("by_rate", by_rate.size(), n * n);
  expect_or_none("by_parameter", by_parameter.size(), n * parts_->parameters.size());
  parts_->at_state().tangent(by_coordinate.data(), by_rate.data(),
                             by_parameter.empty() ? nullptr : by_parameter.data());
}

void Accelerations::forward(std::span<const double> dq, std::span<const double> dv,
                            std::span<const double> dp, std::span<double> change) {
  const std::size_t n = parts_->n;
  expect_or_none("dq", dq.size(), n);
  expect_or_none("dv", dv.size(), n);
  expect_or_none("dp", dp.size(), parts_->parameters.size());
  expect("change", change.size(), n);
  parts_->at_state().forward(dq, dv, dp, change.data());
}

void Accelerations::reverse(std::span<const double> w, std::span<double> by_coordinate,
                            std::span<double> by_rate, std::span<double> by_parameter) {
  const std::size_t n = parts_->n;
  expect("w", w.size(), n);
  expect_or_none("by_coordinate", by_coordinate.size(), n);
  expect_or_none("by_rate", by_rate.size(), n);
  expect_or_none("by_parameter", by_parameter.size(), parts_->parameters.size());
  parts_->at_state().reverse(w.data(), by_coordinate, by_rate, by_parameter);
}

}  // namespace zwang
