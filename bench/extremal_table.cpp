// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "extremal_race.h"

namespace bench {
namespace {

constexpr double asked = 20;        // peer : ours
constexpr double asked_mesh = 1.5;  // cost per interval at 1e5 : at 1e3

/// The cheapest run within the limit, or null.
const ExtremalPoint* cheapest(const std::vector<ExtremalPoint>& points, double limit) {
  const ExtremalPoint* best = nullptr;
  for (const ExtremalPoint& point : points) {
    if (!point.run.solved() || point.run.error > limit) continue;
    if (!best || point.run.seconds < best->run.seconds) best = &point;
  }
  return best;
}

void print_cell(const ExtremalPoint* point) {
  point ? std::printf("%8.3f", point->run.seconds * 1e3) : std::printf("%8s", "-");
}

/// ms at each limit: ours, with the verdict, the peer's; and peer : ours without verdict.
void print_outcome(const ExtremalOutcome& outcome) {
  std::printf("  %-20s", outcome.name.c_str());
  for (const double limit : extremal_limits) {
    print_cell(cheapest(outcome.ours, limit));
    print_cell(cheapest(outcome.judged, limit));
    print_cell(cheapest(outcome.scipy, limit));
    const double ratio = outcome.ratio(limit);
    std::isnan(ratio) ? std::printf("%8s |", "-") : std::printf("%8.1f |", ratio);
  }
  std::printf("\n");
}

double growth_of(const ExtremalResults& results) {
  const auto at = [&](long intervals) {
    return std::ranges::find(results.growth, intervals, &MeshPoint::intervals)->microseconds;
  };
  return at(100000) / at(1000);
}

void put_points(std::ostream& out, const char* name, const std::vector<ExtremalPoint>& points) {
  out << "\"" << name << "\": [";
  bool first = true;
  for (const ExtremalPoint& point : points) {
    if (!point.run.solved()) continue;
    out << (first ? "" : ", ") << "{\"tolerance\": " << point.tolerance
        << ", \"ms\": " << point.run.seconds * 1e3 << ", \"error\": " << point.run.error
        << ", \"intervals\": " << point.run.intervals << "}";
    first = false;
  }
  out << "]";
}

}  // namespace

void print_results(const ExtremalResults& results) {
  if (results.outcomes.empty()) return;
  std::printf(
      "Two ends: ms of ours, with verdict, of solve_bvp%s, and its ratio to ours, at a true error "
      "of\n",
      results.scipy ? "" : " (not installed)");
  std::printf("  %-20s", "");
  for (const double limit : extremal_limits) std::printf("%32.0e |", limit);
  std::printf("\n");
  int ours = 0, theirs = 0;
  for (const ExtremalOutcome& outcome : results.outcomes) {
    print_outcome(outcome);
    ours += cheapest(outcome.ours, 1e-10) != nullptr;
    theirs += cheapest(outcome.scipy, 1e-10) != nullptr;
  }
  std::printf("  solved to 1e-10: ours %d, solve_bvp %d of %zu\n", ours, theirs,
              results.outcomes.size());
  std::printf("Two ends: us of a Newton iteration per interval of the mesh\n");
  for (const MeshPoint& point : results.growth)
    std::printf("  %-20ld%9.3f\n", point.intervals, point.microseconds);
  std::printf("Two ends: targets\n");
  for (const ExtremalOutcome& outcome : results.outcomes) {
    const double ratio = outcome.ratio(1e-8);
    std::printf("  SciPy : ours at 1e-8   %-20s asked %4.3g, measured %6.3g  %s\n",
                outcome.name.c_str(), asked, ratio,
                std::isnan(ratio) ? "peer does not get there"
                : ratio >= asked  ? "met"
                                  : "NOT MET");
  }
  const double growth = growth_of(results);
  std::printf("  cost per interval, 1e5 : 1e3               asked %4.3g, measured %6.3g  %s\n",
              asked_mesh, growth, growth <= asked_mesh ? "met" : "NOT MET");
}

bool add_json(const std::string& path, const ExtremalResults& results) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  const std::string before = text.str();
  const std::size_t brace = before.rfind('}');
  if (brace == std::string::npos) return false;
  std::ofstream out(path);
  out.precision(6);
  out << before.substr(0, before.find_last_not_of('\n', brace - 1) + 1)
      << ",\n  \"two_ends\": {\n    \"problems\": [";
  for (std::size_t i = 0; i < results.outcomes.size(); ++i) {
    const ExtremalOutcome& outcome = results.outcomes[i];
    out << (i ? ",\n" : "\n") << "      {\"problem\": \"" << outcome.name << "\", ";
    put_points(out, "zwang", outcome.ours);
    out << ",\n       ";
    put_points(out, "zwang_with_verdict", outcome.judged);
    out << ",\n       ";
    put_points(out, "scipy", outcome.scipy);
    out << "}";
  }
  out << "],\n    \"newton_us_per_interval\": {";
  for (std::size_t i = 0; i < results.growth.size(); ++i) {
    out << (i ? ", " : "") << "\"" << results.growth[i].intervals
        << "\": " << results.growth[i].microseconds;
  }
  out << "}\n  }\n}\n";
  out.close();
  return static_cast<bool>(out);
}

}  // namespace bench
