// SPDX-License-Identifier: Apache-2.0
// Names hold no character that JSON would want escaped. A run that failed has null for its numbers.

#include <cmath>
#include <fstream>
#include <sstream>

#include "motion_race.h"

namespace bench {
namespace {

void put_number(std::ostream& out, const char* name, double x) {
  out << ", \"" << name << "\": ";
  std::isfinite(x) ? out << x : out << "null";
}

void put(std::ostream& out, const MotionPoint& point) {
  const MotionResult& r = point.result;
  out << "{\"tolerance\": " << point.tolerance;
  put_number(out, "seconds", r.seconds);
  put_number(out, "energy_drift", r.energy_drift);
  put_number(out, "constraint_drift", r.constraint_drift);
  put_number(out, "position_error", r.position_error);
  out << ", \"steps\": " << r.steps << "}";
}

void put(std::ostream& out, const GrowthPoint& point) {
  out << "{\"links\": " << point.links;
  put_number(out, "us_per_step", point.microseconds);
  out << "}";
}

void put(std::ostream& out, const MotionVerdict& v) {
  out << "{\"target\": \"" << v.target << "\", \"subject\": \"" << v.subject << "\"";
  put_number(out, "asked", v.asked);
  put_number(out, "measured", v.measured);
  out << ", \"met\": " << (v.met() ? "true" : "false") << "}";
}

/// A JSON array, one line per item.
template <class Item>
void put_list(std::ostream& out, const char* name, const std::vector<Item>& items);

void put(std::ostream& out, const MotionCurve& curve) {
  out << "{\"name\": \"" << curve.name << "\", \"form\": \"" << curve.form
      << "\", \"installed\": " << (curve.installed ? "true" : "false") << ", ";
  put_list(out, "runs", curve.points);
  out << "}";
}

void put(std::ostream& out, const MotionOutcome& outcome) {
  out << "{\"model\": \"" << outcome.task.name() << "\", \"duration\": " << outcome.task.duration
      << ", ";
  put_list(out, "contestants", outcome.curves);
  out << "}";
}

template <class Item>
void put_list(std::ostream& out, const char* name, const std::vector<Item>& items) {
  out << "\"" << name << "\": [";
  for (std::size_t i = 0; i < items.size(); ++i) {
    out << (i ? ",\n" : "\n") << "      ";
    put(out, items[i]);
  }
  out << "]";
}

}  // namespace

bool add_json(const std::string& path, const MotionResults& results) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string before = text.str();
  const std::size_t brace = before.rfind('}');
  if (brace == std::string::npos) return false;
  std::ofstream out(path);
  out.precision(6);
  out << before.substr(0, before.find_last_not_of('\n', brace - 1) + 1)
      << ",\n  \"motion\": {\n    ";
  put_list(out, "races", results.outcomes);
  out << ",\n    ";
  put_list(out, "growth", results.growth);
  out << ",\n    ";
  put_list(out, "targets", verdicts(results));
  out << "\n  }\n}\n";
  out.close();
  return static_cast<bool>(out);
}

}  // namespace bench
