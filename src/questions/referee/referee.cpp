// SPDX-License-Identifier: Apache-2.0
// Two runs in quadruple precision, the second at a tolerance that is a ten-thousandth of the first's: what they differ by is
// the error of the referee.

#include "zwang/referee.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "model/model_parts.h"
#include "record/json_writer.h"
#include "referee/extrapolate.h"
#include "referee/written.h"

namespace zwang {

namespace {

using referee::Quad;

constexpr std::size_t most_unknowns = 60;  // each instant is solved in the cube of them
constexpr double tolerance = 1e-22, coarser = 1e4;

/// Coordinates, then rates.
struct Motion {
  std::vector<Quad> y;
  referee::Arrival arrival;
};

Motion follow(referee::Written& written, const Summary& summary, double relative,
              const std::function<bool()>& goes_on, bool& stopped) {
  Motion motion;
  motion.y.assign(summary.start.q.begin(), summary.start.q.end());
  motion.y.insert(motion.y.end(), summary.start.v.begin(), summary.start.v.end());
  const std::size_t n = written.coordinates();
  written.project(summary.start.t, motion.y.data(), motion.y.data() + n);
  const auto rate = [&](Quad t, const Quad* y, Quad* to) {
    std::copy_n(y + n, n, to);
    return written.accelerate(t, y, y + n, to + n);
  };
  const auto after = [&](Quad t, Quad* y) {
    stopped = stopped || (goes_on && !goes_on());
    return !stopped && written.project(t, y, y + n);
  };
  motion.arrival = referee::extrapolate(rate, after, {.tolerance = relative}, summary.start.t,
                                        summary.end.t, motion.y);
  return motion;
}

std::string of_failure(const Motion& motion, bool stopped) {
  const std::string t = std::to_string(static_cast<double>(motion.arrival.t));
  if (stopped) return "The referee was interrupted at t = " + t + ".";
  return "The referee did not get beyond t = " + t + " in " + std::to_string(motion.arrival.steps) +
         " steps.";
}

}  // namespace

std::string referee_refuses(const Model& model) {
  const Description& description = model.description();
  const auto& rows = model.parts().equations().rows;
  const auto refuse = [](const std::string& what) {
    return "--referee cannot judge a model with " + what +
           ": it knows particles, coordinates, forces and equations.";
  };
  if (!referee::has_quad) return "--referee needs numbers of 128 bits, which this build has not.";
  if (!description.bodies.empty()) return refuse("bodies");
  const bool touches = std::any_of(rows.begin(), rows.end(), [](const equations::Row& row) {
    return row.kind == equations::Kind::unilateral;
  });
  if (touches || !description.contacts.empty()) return refuse("contacts");
  if (!description.nonideal.empty()) return refuse("friction or non-ideal forces");
  if (!description.controls.empty()) return refuse("controls");
  if (!description.events.empty()) return refuse("events");
  if (description.free.order != 2) return refuse("equations of first order");
  if (std::any_of(rows.begin(), rows.end(), [](const equations::Row& row) {
        return row.kind != equations::Kind::equality || row.drift == equations::Drift::baumgarte;
      }))
    return refuse("constraints that are stabilised or driven by a law");
  const std::size_t unknowns = model.coordinates().size() + rows.size();
  if (unknowns > most_unknowns)
    return refuse(std::to_string(unknowns) + " coordinates and constraint equations, more than " +
                  std::to_string(most_unknowns));
  return "";
}

Referee ask_referee(const Trajectory& trajectory, const std::function<bool()>& goes_on) {
  const Model& model = trajectory.model();
  const std::string refused = referee_refuses(model);
  if (!refused.empty()) throw InputError("referee", refused);
  const auto begin = std::chrono::steady_clock::now();
  const Summary& summary = trajectory.summary();
  Referee verdict;
  verdict.tolerance = tolerance;
  const compile::Source& source = model.parts().source;
  compile::Scope scope(source.description(), source.overrides());
  referee::Written written(scope);
  bool stopped = false;
  const Motion rough = follow(written, summary, coarser * tolerance, goes_on, stopped);
  const Motion fine =
      rough.arrival.arrived ? follow(written, summary, tolerance, goes_on, stopped) : rough;
  verdict.steps = fine.arrival.steps;
  verdict.evaluations = rough.arrival.evaluations + fine.arrival.evaluations;
  if (!fine.arrival.arrived) {
    verdict.problem = of_failure(fine, stopped);
  } else {
    const std::size_t n = written.coordinates();
    const std::vector<double> of_run[] = {summary.end.q, summary.end.v};
    for (std::size_t k = 0; k < 2 * n; ++k) {
      const double value = of_run[k / n][k % n];
      const Quad own = referee::magnitude(fine.y[k] - rough.y[k]);
      verdict.values.push_back({model.coordinates()[k % n] + (k < n ? "" : "'"), value,
                                static_cast<double>(Quad(value) - fine.y[k]),
                                static_cast<double>(own) + 1e-30 * std::abs(value)});
    }
  }
  verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return verdict;
}

std::string to_json(const Referee& verdict) {
  record::JsonWriter json;
  json.begin_object();
  json.key("problem").text(verdict.problem);
  json.key("tolerance").number(verdict.tolerance);
  json.key("steps").integer(verdict.steps).key("evaluations").integer(verdict.evaluations);
  json.key("seconds").number(verdict.seconds);
  json.key("values").begin_object();
  for (const Referee::Value& one : verdict.values) {
    json.key(one.name).begin_object().key("value").number(one.value);
    json.key("difference").number(one.difference).key("error").number(one.error).end_object();
  }
  json.end_object().end_object();
  return std::move(json).finish();
}

}  // namespace zwang
