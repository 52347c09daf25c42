// SPDX-License-Identifier: Apache-2.0
#include "cli/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "cli/shown.h"
#include "cli/with_error.h"
#include "zwang/units.h"

namespace cli {

namespace {

constexpr std::size_t most_coordinates = 12, most_constraints = 6;

// With a place for the sign, so that numbers stand under each other.
std::string signed_text(const std::string& number) {
  return number.starts_with('-') ? number : " " + number;
}

void line(const char* what, const std::string& words) { fmt::print("  {:<20}{}\n", what, words); }

// The first file that has all of it.
std::string more(std::size_t count, const std::map<std::string, std::string>& files) {
  const auto csv = files.find("csv");
  const std::string where = csv == files.end() ? "" : " in " + csv->second;
  return fmt::format("… and {} more{}", count, where);
}

void print_structure(const zwang::Trajectory& trajectory) {
  const zwang::Summary& s = trajectory.summary();
  const std::size_t rates = trajectory.model().rates().size();
  line("degrees of freedom",
       freedom_words(s.freedom, counted(rates, rates == s.end.q.size() ? "coordinate" : "rate"),
                     s.rank));
  line("constraints", equations_words(s.rows, s.rank, !s.redundant.empty()));
  if (!s.redundant.empty()) line("redundant", listed(s.redundant));
  if (!s.contradictory.empty()) line("contradictory", listed(s.contradictory));
  if (!s.sharing.empty()) line("loops", s.sharing);
  if (!s.undetermined.empty()) line("not unique", "reactions of " + listed(s.undetermined));
}

void print_method(const zwang::Summary& s) {
  const std::string how =
      s.step > 0 ? fmt::format("step {:g}", s.step) : fmt::format("tolerance {:g}", s.tolerance);
  line("method", fmt::format("{}, {}, kernel {}", s.method, how, s.kernel));
  if (!s.why_method.empty()) line("", s.why_method);
  line("steps", fmt::format("{} ({} rejected), {} evaluations, {:.3g} s", s.steps, s.rejected,
                            s.evaluations, s.seconds));
}

// By those that can do some.
std::string works_text(const zwang::EnergyBooks& e, const zwang::Description& model) {
  const bool rubs =
      std::all_of(model.nonideal.begin(), model.nonideal.end(),
                  [](const zwang::Nonideal& law) { return law.friction.has_value(); });
  std::string text = fmt::format("work: {:.3g} by applied forces, {:.3g} by constraints",
                                 e.work_applied, e.work_constraints);
  if (e.work_nonideal != 0)
    text += fmt::format(", {:.3g} by {}", e.work_nonideal, rubs ? "friction" : "non-ideal forces");
  if (e.jumps != 0) text += fmt::format(", {:.3g} by impacts and events", e.jumps);
  return text;
}

void print_balance(const zwang::Trajectory& trajectory) {
  const zwang::Summary& s = trajectory.summary();
  if (s.rows > 0) {
    line("constraint error", fmt::format("at most {:.1e} (position), {:.1e} (velocity)",
                                         s.max_position_residual, s.max_velocity_residual));
  }
  const zwang::EnergyBooks& e = s.energy;
  if (s.unbounded) {
    line("energy",
         fmt::format("{:.9g} at the start, grows without bound towards the end", e.start));
  } else if (e.start == e.start) {  // there is an energy
    line("energy", fmt::format("{:.9g} at the start, {:.9g} at the end", e.start, e.end));
    line("", works_text(e, trajectory.model().description()));
  }
  if (e.drift == e.drift) {
    line("", fmt::format("unaccounted: {:.1e} (at most {:.1e})", e.drift, e.worst_drift));
  }
}

// The coordinate or rate that changed most: a number without its name would mix metres and radians.
std::string moved_most(const std::vector<std::string>& names, const std::vector<double>& from,
                       const std::vector<double>& to, const zwang::Model& model) {
  std::size_t most = 0;
  double change = 0;
  for (std::size_t i = 0; i < std::min({names.size(), from.size(), to.size()}); ++i) {
    if (std::abs(to[i] - from[i]) <= change) continue;
    change = std::abs(to[i] - from[i]);
    most = i;
  }
  if (change == 0) return {};
  const zwang::ShownUnitOf in = zwang::shown_unit_of(model, names[most]);
  return fmt::format("{} by {:.3g}{}", names[most], in.factor * change,
                     in.unit.empty() ? "" : " " + in.unit);
}

void print_start(const zwang::Trajectory& trajectory) {
  const zwang::Summary& s = trajectory.summary();
  if (!(s.start_moved > 0 || s.start_rate_moved > 0)) return;
  const zwang::Model& model = trajectory.model();
  const zwang::State& given = model.start();
  const std::string places = moved_most(model.coordinates(), given.q, s.start.q, model);
  const std::string rates = moved_most(model.rates(), zwang::rates_at(model, given),
                                       zwang::rates_at(model, s.start), model);
  if (places.empty() && rates.empty()) return;
  line("start", "moved onto the constraints: at most " + places +
                    (places.empty() || rates.empty() ? "" : ", ") + rates);
}

// A start at rest was looked for, and so has an error of its own.
void print_rest(const zwang::Trajectory& trajectory) {
  const zwang::Summary& s = trajectory.summary();
  const auto& names = trajectory.model().coordinates();
  const Shown number(s, trajectory.model());
  if (names.empty() || !number.has("start(" + names[0] + ")")) return;
  for (std::size_t i = 0; i < std::min(names.size(), most_coordinates); ++i) {
    const zwang::ShownUnitOf in = zwang::shown_unit_of(trajectory.model(), names[i]);
    const std::string value =
        number.without_unit("start(" + names[i] + ")", s.start.q[i], in.factor, 15);
    line(i == 0 ? "at rest" : "",
         names[i] + " = " + value + (in.unit.empty() ? "" : " " + in.unit));
  }
}

void print_rates(const zwang::Trajectory& trajectory) {
  const auto& names = trajectory.model().rates();
  const std::vector<double> rates = zwang::rates_at(trajectory.model(), trajectory.summary().end);
  const std::size_t shown = std::min(names.size(), most_coordinates);
  std::size_t width = 8;
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, names[i].size() + 2);
  const Shown number(trajectory.summary(), trajectory.model());
  for (std::size_t i = 0; i < shown; ++i) {
    fmt::print("    {:<{}}{}\n", names[i], width, signed_text(number(names[i], rates[i])));
  }
}

void print_state(const zwang::Trajectory& trajectory,
                 const std::map<std::string, std::string>& files) {
  const zwang::Summary& s = trajectory.summary();
  const auto& names = trajectory.model().coordinates();
  const std::size_t shown = std::min(names.size(), most_coordinates);
  std::size_t width = 8;
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, names[i].size() + 2);
  fmt::print("  at {} = {:g}\n", trajectory.model().description().time.text, s.end.t);
  // An orientation has a coordinate more than it has rates.
  const auto& rates = trajectory.model().rates();
  const bool paired = rates.size() == names.size();
  const Shown number(s, trajectory.model());
  std::vector<std::string> places;
  std::size_t room = 21;
  for (std::size_t i = 0; i < shown; ++i) {
    places.push_back(signed_text(number(names[i], s.end.q[i])));
    room = std::max(room, places.back().size());  // ± is two bytes: that is the space behind
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string rate = paired ? "rate " + signed_text(number(rates[i], s.end.v[i])) : "";
    fmt::print("    {:<{}}{:<{}}{}\n", names[i], width, places[i], room + 1, rate);
  }
  if (!paired) print_rates(trajectory);
  if (names.size() > shown) fmt::print("    {}\n", more(names.size() - shown, files));
}

void print_events(const zwang::Trajectory& trajectory) {
  const zwang::Summary& s = trajectory.summary();
  constexpr std::size_t most_events = 8;
  const Shown number(s, trajectory.model());
  for (std::size_t k = 0; k < std::min(most_events, s.events.size()); ++k) {
    const std::string time = number.event(k);
    line(k == 0 ? "events" : "", s.events[k].text + (time.empty() ? "" : "  (" + time + ")"));
  }
  if (s.events_in_all > most_events) {
    line("", fmt::format("… {} in all; the last: {}", s.events_in_all, s.events.back().text));
  }
  for (std::size_t k = 0; k < std::min(most_events, s.rank_events.size()); ++k) {
    if (!s.rank_events[k].text.empty()) line(k == 0 ? "rank" : "", s.rank_events[k].text);
  }
}

void print_controls(const zwang::Trajectory& trajectory) {
  const zwang::Summary& s = trajectory.summary();
  const Shown number(s, trajectory.model());
  for (std::size_t k = 0; k < s.controls.size(); ++k) {
    const std::string& name = trajectory.model().controls()[k];
    fmt::print("  {} = {}\n", name, number(name, s.controls[k]));
  }
  if (!s.controls.empty()) {
    fmt::print("  demand not met by the controls: {:.3g}\n", s.servo_residual);
  }
}

void print_forces(const zwang::Trajectory& trajectory,
                  const std::map<std::string, std::string>& files) {
  const zwang::Summary& s = trajectory.summary();
  const std::string& time = trajectory.model().description().time.text;
  if (s.forces.empty()) return;
  // Those of a mechanism at the end of its reach have no value; what stands beside it keeps its own.
  std::vector<const zwang::ConstraintForce*> all;
  for (const zwang::ConstraintForce& force : s.forces) {
    const auto& multipliers = force.multipliers;
    if (std::none_of(multipliers.begin(), multipliers.end(),
                     [](double x) { return std::isnan(x); }))
      all.push_back(&force);
  }
  if (s.unbounded) {
    line("constraint forces",
         fmt::format("grow without bound towards {} = {:g}, and so do rates", time, s.end.t));
    if (all.empty()) return;
  }
  // Those that act first: of a robot with stops at every joint most do not.
  std::stable_partition(all.begin(), all.end(), [](const zwang::ConstraintForce* force) {
    const auto& multipliers = force->multipliers;
    return std::any_of(multipliers.begin(), multipliers.end(), [](double x) { return x != 0; });
  });
  const Shown number(s, trajectory.model());
  const std::size_t shown = std::min(all.size(), most_constraints);
  fmt::print("  {} at {} = {:g}\n", s.unbounded ? "other constraint forces" : "constraint forces",
             time, s.end.t);
  for (std::size_t k = 0; k < shown; ++k) {
    const zwang::ConstraintForce& f = *all[k];
    std::string words;
    std::size_t count = 0;
    for (const auto& [name, force] : f.force) {
      if (++count > 4) break;
      words +=
          fmt::format("  {} {}", name, number(fmt::format("force({}).{}", f.name, name), force, 6));
    }
    if (count > 4) words += fmt::format("  … {} in all", f.force.size());
    fmt::print("    {}:{}{}\n", f.name, words, f.unique ? "" : "  (not unique)");
  }
  if (all.size() > shown) fmt::print("    {}\n", more(all.size() - shown, files));
}

// "29.430" as "29.43", "-1.000" as "-1".
std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

// The bytes of ± count as one.
std::size_t shown_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Peaks are found to 1e-4 of their range: without an estimate of their error, no digits beyond.
std::string peak_text(double x, double range) {
  if (std::isinf(x)) return x > 0 ? "unbounded" : "-unbounded";
  if (std::isnan(x)) return "–";
  if (!std::isfinite(range)) return fmt::format("{:.4g}", x + 0.0);
  const double finest = std::pow(10, std::ceil(std::log10(1e-4 * std::abs(range))));
  if (!(finest > 0) || !(finest > 1e-9 * std::abs(x))) return fmt::format("{:.5g}", x + 0.0);
  const double rounded = std::round(x / finest) * finest;
  if (rounded == 0) return "0";
  if (finest < 1e-6 || finest >= 1 || std::abs(rounded) >= 1e6)
    return fmt::format("{:.5g}", rounded + 0.0);
  return without_zeros(
      fmt::format("{:.{}f}", rounded + 0.0, static_cast<int>(std::lround(-std::log10(finest)))));
}

// What the model asks for first, to all digits; then how far things went.
void print_peaks(const zwang::Trajectory& trajectory) {
  const zwang::Summary& s = trajectory.summary();
  const std::string& time = trajectory.model().description().time.text;
  const Shown number(s, trajectory.model());
  for (const zwang::Reduction& one : s.reductions) {
    const std::string when =
        std::isnan(one.t) ? "" : fmt::format(" at {} = {}", time, number.when(one.name, one.t));
    fmt::print("  {} = {}{}\n", one.name, number(one.name, one.value, 12), when);
  }
  if (s.peaks.empty()) return;
  const std::size_t shown = std::min(s.peaks.size(), most_coordinates);
  std::size_t width = 8;
  for (std::size_t k = 0; k < shown; ++k) width = std::max(width, s.peaks[k].name.size() + 2);
  // A flat top is found to 1e-4 of the range, and so its time is not known as well as its height.
  const double span = std::abs(s.end.t - s.start.t);
  const int decimals =
      span > 0 ? std::max(0, 3 - static_cast<int>(std::ceil(std::log10(span)))) : 3;
  const auto when = [decimals](double t) {
    return without_zeros(fmt::format("{:.{}f}", t, decimals));
  };
  std::vector<std::array<std::string, 2>> texts;
  std::size_t room = 12;
  for (std::size_t k = 0; k < shown; ++k) {
    const zwang::Peak& one = s.peaks[k];
    const double factor = zwang::shown_unit_of(trajectory.model(), one.name).factor;
    const auto text = [&](const std::string& name, double x) {
      return number.has(name) && std::isfinite(x)
                 ? number.without_unit(name, x, factor, 5)
                 : peak_text(factor * x, factor * (one.most - one.least));
    };
    texts.push_back(
        {text("min(" + one.name + ")", one.least), text("max(" + one.name + ")", one.most)});
    for (const std::string& x : texts.back()) room = std::max(room, shown_width(x));
  }
  const auto padded = [room](const std::string& text) {
    return std::string(room + 2 - shown_width(text), ' ') + text;
  };
  fmt::print("  {:<{}}{}{:>12}{}{:>12}\n", "peaks", width + 2, padded("min"), "at " + time,
             padded("max"), "at " + time);
  for (std::size_t k = 0; k < shown; ++k) {
    const zwang::Peak& one = s.peaks[k];
    const zwang::ShownUnitOf in = zwang::shown_unit_of(trajectory.model(), one.name);
    fmt::print("    {:<{}}{}{:>12}{}{:>12}{}\n", one.name, width, padded(texts[k][0]),
               when(one.least_t), padded(texts[k][1]), when(one.most_t),
               in.unit.empty() ? "" : "  " + in.unit);
  }
  if (s.peaks.size() > shown)
    fmt::print("    … and {} more in the JSON file\n", s.peaks.size() - shown);
}

}  // namespace

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string freedom_words(std::size_t freedom, const std::string& of, std::size_t rank) {
  return fmt::format("{} ({} − {})", freedom, of, counted(rank, "independent constraint"));
}

std::string equations_words(std::size_t rows, std::size_t rank, bool redundant) {
  return counted(rows, "equation") + (redundant ? fmt::format(", {} independent", rank) : "");
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

void print_summary(const zwang::Trajectory& trajectory,
                   const std::map<std::string, std::string>& files) {
  const zwang::Summary& s = trajectory.summary();
  fmt::print("{}\n", title_of(s.title, s.model));
  print_structure(trajectory);
  print_method(s);
  print_balance(trajectory);
  print_start(trajectory);
  print_rest(trajectory);
  print_events(trajectory);
  print_error(s);
  print_state(trajectory, files);
  print_forces(trajectory, files);
  print_controls(trajectory);
  const auto& observables = trajectory.model().observables();
  const Shown number(s, trajectory.model());
  for (std::size_t k = 0; k < std::min(most_constraints, s.observables.size()); ++k) {
    fmt::print("  {} = {}\n", observables[k], number(observables[k], s.observables[k]));
  }
  print_peaks(trajectory);
  fmt::print("  {}\n", s.message);
  std::vector<std::string> paths;
  for (const auto& [what, path] : files) paths.push_back(path);
  if (!paths.empty()) line("written", listed(paths));
}

void write_text(const std::string& path, const std::string& text) {
  const std::string aside = path + ".new";
  std::ofstream file(aside, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(aside, path, error);
  if (file && !error) return;
  std::filesystem::remove(aside, error);
  throw zwang::WriteTrouble(fmt::format("'{}' cannot be written", path));
}

}  // namespace cli
