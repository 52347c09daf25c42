// SPDX-License-Identifier: Apache-2.0
// Names hold no character that JSON would want escaped. What was not measured is null.

#include <cmath>
#include <fstream>
#include <sstream>

#include "body_race.h"

namespace bench {
namespace {

void put_number(std::ostream& out, const char* name, double x) {
  out << ", \"" << name << "\": ";
  std::isfinite(x) ? out << x : out << "null";
}

template <class Item, class Put>
void put_list(std::ostream& out, const char* name, const std::vector<Item>& items, Put&& put) {
  out << "\"" << name << "\": [";
  for (std::size_t i = 0; i < items.size(); ++i) {
    out << (i ? ",\n" : "\n") << "      ";
    put(items[i]);
  }
  out << "]";
}

void put(std::ostream& out, const BodyContestant& contestant) {
  out << "{\"name\": \"" << contestant.name << "\", \"flags\": \"" << contestant.flags
      << "\", \"installed\": " << (contestant.installed() ? "true" : "false") << ", ";
  put_list(out, "forms", contestant.forms, [&](const BodyForm& form) {
    out << "{\"name\": \"" << form.name << "\", \"states\": \""
        << (form.motion == Motion::moving ? "moving" : "still") << "\"";
    put_number(out, "us", form.microseconds);
    put_number(out, "difference", form.difference);
    out << "}";
  });
  out << "}";
}

void put(std::ostream& out, const BodyOutcome& outcome) {
  const BodySystem& system = outcome.system;
  out << "{\"system\": \"" << system.name << "\", \"bodies\": " << system.size()
      << ", \"rates\": " << system.rates() << ", \"rows\": " << system.rows() << ", ";
  put_list(out, "contestants", outcome.contestants,
           [&](const BodyContestant& contestant) { put(out, contestant); });
  out << "}";
}

void put(std::ostream& out, const BodyMotionCurve& motion) {
  out << "{\"name\": \"" << motion.curve.name << "\", \"form\": \"" << motion.curve.form << "\"";
  for (const double limit : {1e-4, 1e-6, 1e-8}) {
    char name[32];
    std::snprintf(name, sizeof name, "seconds_at_%.0e", limit);
    put_number(out, name, motion.curve.seconds_at(limit, Measure::drift));
  }
  out << ", ";
  std::size_t k = 0;
  put_list(out, "runs", motion.curve.points, [&](const MotionPoint& point) {
    out << "{\"tolerance\": " << point.tolerance;
    put_number(out, "seconds", point.result.seconds);
    put_number(out, "energy_drift", point.result.energy_drift);
    put_number(out, "gap", motion.gaps[k++]);
    put_number(out, "end_off", point.result.position_error);
    out << ", \"steps\": " << point.result.steps << "}";
  });
  out << "}";
}

void put(std::ostream& out, const BodyVerdict& v) {
  out << "{\"target\": \"" << v.target << "\", \"subject\": \"" << v.subject << "\"";
  put_number(out, "asked", v.asked);
  put_number(out, "measured", v.measured);
  out << ", \"met\": " << (v.met() ? "true" : "false") << "}";
}

}  // namespace

bool add_json(const std::string& path, const BodyResults& results) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string before = text.str();
  const std::size_t brace = before.rfind('}');
  if (brace == std::string::npos) return false;
  std::ofstream out(path);
  out.precision(6);
  out << before.substr(0, before.find_last_not_of('\n', brace - 1) + 1)
      << ",\n  \"bodies\": {\n    ";
  const auto one = [&](const auto& item) { put(out, item); };
  put_list(out, "races", results.outcomes, one);
  out << ",\n    ";
  put_list(out, "growth", results.growth, [&](const BodyGrowth& point) {
    out << "{\"shape\": \"" << point.shape << "\", \"bodies\": " << point.bodies << ", \"ours\": ";
    put(out, point.ours);
    out << "}";
  });
  out << ",\n    ";
  put_list(out, "four_bar", results.motions, one);
  out << ",\n    ";
  put_list(out, "targets", verdicts(results), one);
  out << "\n  }\n}\n";
  out.close();
  return static_cast<bool>(out);
}

}  // namespace bench
