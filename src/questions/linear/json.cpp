// SPDX-License-Identifier: Apache-2.0
// Linear equations as JSON, everything by name. Keys once released keep their meaning.

#include <numbers>
#include <span>

#include "api/run/state_json.h"
#include "zwang/linear.h"

namespace zwang {

namespace {

using record::JsonWriter;

void put_complex(JsonWriter& json, std::complex<double> x) {
  json.numbers(std::array{x.real(), x.imag()});
}

void put_matrix(JsonWriter& json, const char* key, std::span<const double> values, std::size_t rows,
                std::size_t columns) {
  json.key(key).begin_array();
  for (std::size_t i = 0; i < rows; ++i) json.numbers(values.subspan(i * columns, columns));
  json.end_array();
}

void put_mode(JsonWriter& json, const LinearModel& linear, const LinearMode& mode) {
  json.begin_object().key("eigenvalue");
  put_complex(json, mode.eigenvalue);
  json.key("error").number(mode.error);
  json.key("frequency").number(mode.frequency);
  json.key("angular_frequency").number(std::abs(mode.eigenvalue));
  json.key("damping_ratio").number(mode.damping);
  json.key("shape").begin_object();
  for (std::size_t i = 0; i < mode.shape.size(); ++i) {
    json.key(linear.coordinates[i]);
    put_complex(json, mode.shape[i]);
  }
  json.end_object().end_object();
}

// Gain and phase by pair: a phase does not jump where it passes π.
void put_response(JsonWriter& json, const LinearModel& linear) {
  const LinearResponse& response = linear.response;
  const std::size_t inputs = linear.inputs.size(), outputs = linear.outputs.size();
  json.key("response").begin_object().key("angular_frequency").numbers(response.frequency);
  json.key("pairs").begin_array();
  for (std::size_t j = 0; j < inputs; ++j) {
    for (std::size_t i = 0; i < outputs; ++i) {
      std::vector<double> gain, phase, real, imaginary;
      for (std::size_t k = 0; k < response.frequency.size(); ++k) {
        const std::complex<double> G = response.value[(k * outputs + i) * inputs + j];
        double angle = std::arg(G);
        if (!phase.empty()) {
          angle -=
              2 * std::numbers::pi * std::round((angle - phase.back()) / (2 * std::numbers::pi));
        }
        gain.push_back(std::abs(G));
        phase.push_back(angle);
        real.push_back(G.real());
        imaginary.push_back(G.imag());
      }
      json.begin_object().key("input").text(linear.inputs[j]);
      json.key("output").text(linear.outputs[i]);
      json.key("gain").numbers(gain).key("phase").numbers(phase);
      json.key("real").numbers(real).key("imaginary").numbers(imaginary).end_object();
    }
  }
  json.end_array().end_object();
}

}  // namespace

std::string to_json(const LinearModel& linear, const Model& model) {
  JsonWriter json;
  json.begin_object().key("model").text(model.description().source);
  json.key("title").text(model.description().title);
  json.key("status").text(linear.problem.empty() ? "ok" : "failed");
  json.key("message").text(linear.problem.empty() ? linear.text : linear.problem);
  put_state(json, "state", model, linear.state);
  if (!linear.problem.empty()) {
    json.end_object();
    return std::move(json).finish();
  }
  json.key("kind").text(name(linear.kind)).key("stability").text(name(linear.stability));
  json.key("growth").number(linear.growth);
  put_count(json, "freedom", linear.freedom);
  put_count(json, "position_freedom", linear.positions);
  put_count(json, "zero_eigenvalues", linear.zeros_at_zero);
  put_names(json, "cyclic", linear.cyclic);
  put_names(json, "nonholonomic", linear.nonholonomic);
  put_names(json, "notes", linear.notes);
  put_names(json, "states", linear.states);
  put_names(json, "inputs", linear.inputs);
  put_names(json, "outputs", linear.outputs);
  const std::size_t s = linear.states.size(), m = linear.inputs.size(), p = linear.outputs.size();
  put_matrix(json, "A", linear.A, s, s);
  put_matrix(json, "B", linear.B, s, m);
  put_matrix(json, "C", linear.C, p, s);
  put_matrix(json, "D", linear.D, p, m);
  json.key("modes").begin_array();
  for (const LinearMode& mode : linear.modes) put_mode(json, linear, mode);
  json.end_array().key("transmission_zeros").begin_array();
  for (const std::complex<double>& zero : linear.zeros) put_complex(json, zero);
  json.end_array();
  if (!linear.response.frequency.empty()) put_response(json, linear);
  json.end_object();
  return std::move(json).finish();
}

}  // namespace zwang
