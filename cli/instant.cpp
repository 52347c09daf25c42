// SPDX-License-Identifier: Apache-2.0
// One state of a model: what it would do freely, what binds it, and what it does.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include <fmt/format.h>

#include "cli/guarded.h"
#include "cli/memory.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/shown.h"
#include "cli/verb.h"
#include "zwang/bounds.h"
#include "zwang/model.h"

namespace cli {

namespace {

constexpr int number_width = 15;

std::string number(double x) {
  return std::isnan(x) ? "-" : fmt::format("{: .7g}", x + 0.0);  // + 0.0: no negative zero
}

void row(const std::string& name, std::size_t width, const std::vector<std::string>& cells) {
  std::string text = fmt::format("  {:<{}}", name, width);
  for (const std::string& cell : cells) text += fmt::format("{:<{}}", cell, number_width);
  text.resize(text.find_last_not_of(' ') + 1);
  fmt::print("{}\n", text);
}

// A row each that keeps their length and is none of the user's.
std::size_t quaternions(const zwang::Model& model) {
  return model.coordinates().size() - model.rates().size();
}

std::size_t longest(const std::vector<std::string>& names) {
  std::size_t width = 10;
  for (const std::string& name : names) width = std::max(width, name.size());
  return width + 2;
}

// Of ball and free joints, whose orientations have four coordinates and three rates, values stand
// by themselves.
void print_values(const zwang::Model& model, const zwang::State& state) {
  const std::size_t width = longest(model.coordinates());
  for (std::size_t k = 0; k < state.q.size(); ++k) {
    row(model.coordinates()[k], width, {number(state.q[k])});
  }
  fmt::print("\n");
}

void print_coordinates(const zwang::Model& model, const zwang::ModelInstant& x) {
  const zwang::Instant& i = x.instant;
  fmt::print("at {} = {:g}\n", model.description().time.text, x.state.t);
  const bool turning = quaternions(model) > 0;
  if (turning) print_values(model, x.state);
  const auto& names = turning ? model.rates() : model.coordinates();
  const std::size_t width = longest(names);
  const bool first = model.description().free.order == 1;
  std::vector<std::string> heads{
      " rate", " Q", first ? " free rate" : " a", first ? " rate" : " x''", " F^L", " F^C"};
  if (!turning) heads.insert(heads.begin(), " value");
  const bool units = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return !unit_behind(model, name).empty();
  });
  if (units) heads.emplace_back(turning ? " unit of rate" : " unit of value");
  row("", width, heads);
  const auto rates = zwang::rates_at(model, x.state);
  const auto Q = zwang::forces_at(model, x.state, i.force_newton);
  const auto a = zwang::accelerations_at(model, x.state, i.free_acceleration);
  const auto xdd = zwang::accelerations_at(model, x.state, i.acceleration);
  const auto F_L = zwang::forces_at(model, x.state, i.force_lagrange);
  const auto F_C = zwang::forces_at(model, x.state, i.force_coulomb);
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::vector<std::string> cells{number(rates[k]), number(Q[k]),   number(a[k]),
                                   number(xdd[k]),   number(F_L[k]), number(F_C[k])};
    if (!turning) cells.insert(cells.begin(), number(x.state.q[k]));
    if (units) cells.push_back(unit_behind(model, names[k]));
    row(names[k], width, cells);
  }
}

std::vector<std::string> row_names(const zwang::Model& model) {
  std::vector<std::string> names;
  for (const zwang::ConstraintRows& rows : model.constraints()) {
    for (std::size_t k = 0; k < rows.count; ++k) {
      names.push_back(rows.count == 1 ? rows.name : fmt::format("{},{}", rows.name, k + 1));
    }
  }
  return names;
}

void print_rows(const zwang::Model& model, const zwang::ModelInstant& x) {
  const zwang::Instant& i = x.instant;
  const std::vector<std::string> names = row_names(model);
  if (names.empty()) return;
  const std::size_t width = longest(names);
  fmt::print("\n");
  row("", width, {" b", " misfit e", " lambda", " residual", "unique"});
  for (std::size_t k = 0; k < names.size(); ++k) {
    row(names[k], width,
        {number(x.constraint_rhs[k]), number(i.misfit[k]), number(i.multipliers[k]),
         number(i.residual[k]), i.unique[k] != 0 ? "yes" : "no"});
  }
}

std::vector<std::string> named(const std::vector<std::string>& names,
                               const std::vector<std::size_t>& rows) {
  std::vector<std::string> result;
  for (const std::size_t row : rows) result.push_back(names[row]);
  return result;
}

void print_verdict(const zwang::Model& model, const zwang::ModelInstant& x) {
  const zwang::Instant& i = x.instant;
  const std::size_t own = quaternions(model);
  fmt::print(
      "\nG = {:.9g}, {} ({} independent), {}, {}, condition {:.3g}, kernel {}\n", i.gauss + 0.0,
      counted(x.constraint_rhs.size() - own, "constraint equation"), i.rank - own,
      i.freedom == 1 ? "1 degree of freedom" : fmt::format("{} degrees of freedom", i.freedom),
      zwang::name(i.verdict), i.condition, zwang::name(i.method));
  const std::vector<std::string> names = row_names(model);
  for (const zwang::Dependence& dependence : i.redundant) {
    if (dependence.rows.empty()) continue;
    fmt::print("redundant: {} follows from {}\n", names[dependence.row],
               listed(named(names, dependence.rows)));
  }
  for (const zwang::Contradiction& set : i.contradictory) {
    fmt::print("contradictory: {}, by {:.3g}\n", listed(named(names, set.rows)), set.size);
  }
  if (!i.vanished.empty()) fmt::print("zero gradient: {}\n", listed(named(names, i.vanished)));
  if (x.position_residual > 0 || x.velocity_residual > 0) {
    fmt::print("constraint error of this state: {:.2g} (position), {:.2g} (velocity)\n",
               x.position_residual, x.velocity_residual);
  }
  fmt::print("{}{}{}\n", zwang::sentence(i.status), i.status == zwang::Status::ok ? "" : " ",
             zwang::remedy(i.status));
}

// What contacts and friction do, and how far what sticks is from slipping.
void print_contacts(const zwang::ModelInstant& x) {
  if (x.contacts.empty()) return;
  std::vector<std::string> names;
  for (const zwang::ContactForce& contact : x.contacts) names.push_back(contact.name);
  const std::size_t width = longest(names);
  fmt::print("\n");
  row("", width, {" contact", " normal", " friction", " limit", " margin to slip"});
  for (const zwang::ContactForce& contact : x.contacts) {
    const bool rubs = contact.state == "sticks" || contact.state == "slides";
    std::string margin = contact.state == "sticks" ? fmt::format(" {:.4g}", contact.margin) : "";
    if (contact.shared) margin += ", of all that share the load";
    row(contact.name, width,
        {" " + contact.state, contact.normal != 0 ? number(contact.normal) : "",
         rubs ? number(contact.friction) : "", rubs ? number(contact.limit) : "", margin});
  }
}

// What the controls exert, beside what ideal constraints would.
void print_controls(const zwang::Model& model, const zwang::ModelInstant& x) {
  if (x.controls.empty()) return;
  fmt::print("\n");
  for (std::size_t k = 0; k < x.controls.size(); ++k) {
    fmt::print("{} = {:.9g}\n", model.controls()[k], x.controls[k] + 0.0);
  }
  fmt::print("demand not met by the controls: {:.3g}\n", x.servo_residual);
  const std::vector<std::string>& names = model.forces();
  const std::size_t width = std::max<std::size_t>(16, longest(names));
  fmt::print("  {:<{}}{:>16}{:>16}\n", "force", width, "by controls", "if ideal");
  const auto control = zwang::forces_at(model, x.state, x.control_force);
  const auto nature = zwang::forces_at(model, x.state, x.nature_force);
  for (std::size_t i = 0; i < names.size(); ++i) {
    fmt::print("  {:<{}}{:>16.9g}{:>16.9g}\n", names[i], width, control[i] + 0.0, nature[i] + 0.0);
  }
}

void print_observables(const zwang::Model& model, const zwang::ModelInstant& x) {
  if (!x.observables.empty()) fmt::print("\n");
  for (std::size_t k = 0; k < x.observables.size(); ++k) {
    fmt::print("{} = {:.9g}{}\n", model.observables()[k], x.observables[k] + 0.0,
               unit_behind(model, model.observables()[k]));
  }
}

void print_checks(const zwang::Model& model, const zwang::ModelInstant& x) {
  fmt::print("\n  {:<41}{:<18}{:<10}{}\n", "identity", "paper", "residual", "rounding");
  for (const zwang::Check& check : zwang::certify(model, x).checks) {
    fmt::print("  {:<41}{:<18}{:<10.1e}{:.1e}{}\n", check.name, check.equation, check.residual,
               check.bound, check.holds() ? "" : "  FAILS");
  }
}

// A number of 17 digits is within 1e-16 of the double that it shows; digits of ± are rounded up.
std::string within(double lower, double upper) {
  const double middle = lower + (upper - lower) / 2;
  const double radius = std::max(upper - middle, middle - lower) + 1.2e-16 * std::fabs(middle);
  if (radius == 0) return "0";
  const double unit = std::pow(10, std::floor(std::log10(radius)));
  return fmt::format("{: .16e} ± {:.0e}", middle, std::ceil(1.000001 * radius / unit) * unit);
}

void print_bounds_of(const char* head, const std::vector<std::string>& names,
                     const zwang::Enclosure& x) {
  const std::size_t width = longest(names);
  if (names.empty()) return;
  fmt::print("  {}\n", head);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool none = std::isnan(x.lower[i]);
    fmt::print("    {:<{}}{}\n", names[i], width,
               none ? " not unique" : within(x.lower[i], x.upper[i]));
  }
}

void print_bounds(const zwang::Model& model, const zwang::ModelInstant& x) {
  const zwang::Bounds bounds = zwang::certified_bounds(model, x);
  if (!bounds.proved) {
    fmt::print("\nno proved bounds: {}\n", bounds.reason);
    return;
  }
  fmt::print("\nproved bounds, for M, Q, A and b as computed:\n");
  const bool first = model.description().free.order == 1;
  print_bounds_of(first ? "rate" : "x''", model.coordinates(), bounds.acceleration);
  print_bounds_of("F^L", model.coordinates(), bounds.force_lagrange);
  if (!x.nonideal_force.empty()) {
    print_bounds_of("F^C", model.coordinates(), bounds.force_coulomb);
  }
  print_bounds_of("lambda", row_names(model), bounds.multipliers);
}

void print_matrix(const char* name, std::span<const double> values, std::size_t columns) {
  fmt::print("\n{} =\n", name);
  for (std::size_t k = 0; columns > 0 && k < values.size(); k += columns) {
    std::string text = " ";
    for (const double x : values.subspan(k, columns)) text += fmt::format(" {:>13}", number(x));
    fmt::print("{}\n", text);
  }
}

void print_matrices(const zwang::Model& model, const zwang::ModelInstant& x) {
  const std::size_t n = x.applied_force.size(), m = x.constraint_rhs.size();
  const std::vector<double> K1 = zwang::deviation_per_misfit(model, x);
  std::vector<double> K(n * m);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < m; ++k) K[i * m + k] += x.mass_matrix[i * n + j] * K1[j * m + k];
    }
  }
  print_matrix("M", x.mass_matrix, n);
  print_matrix("Q", x.applied_force, n);
  print_matrix("A", x.constraint_matrix, n);
  print_matrix("b", x.constraint_rhs, m);
  print_matrix("K", K, m);
  print_matrix("K1", K1, m);
}

void print_instant(const zwang::Model& model, const zwang::ModelInstant& x, bool full,
                   bool bounds) {
  fmt::print("{}, ", title_of(model.description().title, model.description().source));
  print_coordinates(model, x);
  print_rows(model, x);
  print_contacts(x);
  print_verdict(model, x);
  print_controls(model, x);
  print_observables(model, x);
  print_checks(model, x);
  if (bounds) print_bounds(model, x);
  if (full) print_matrices(model, x);
}

// What is more than a note; the lists above have the rest.
void print_findings(const std::vector<zwang::Finding>& findings) {
  for (const zwang::Finding& finding : findings) {
    if (finding.severity == "note") continue;
    fmt::print("{}: {}\n", finding.severity, finding.text);
    if (!finding.hint.empty()) fmt::print("  hint: {}\n", finding.hint);
  }
}

struct Wish {
  std::string model, kernel = "auto";
  std::vector<std::string> set, at;
  bool full = false, bounds = false, json = false;
};

int status_of(const zwang::Instant& instant) {
  switch (instant.status) {
    case zwang::Status::ok:
      return 0;
    case zwang::Status::contradictory:
    case zwang::Status::degenerate:
      return 1;
    default:
      return 3;
  }
}

int solve_and_print(const Wish& wish) {
  const zwang::Model model = load_with(wish.model, wish.set);
  zwang::Options options;
  options.method = read_kernel(wish.kernel);
  const zwang::ModelInstant x = zwang::solve_instant(model, read_state(model, wish.at), options);
  const std::vector<zwang::Finding> findings = zwang::findings_at(model, x);
  if (wish.json) {
    const std::string json = zwang::to_json(x, model, wish.full);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else {
    print_instant(model, x, wish.full, wish.bounds);
    print_findings(findings);
  }
  const int status = status_of(x.instant);
  return status == 0 && zwang::has_error(findings) ? 1 : status;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  app.add_option("--at", wish->at, "NAME=VALUE,…: a state other than the start; t, x, x'")
      ->type_name("NAME=VALUE,...")
      ->allow_extra_args(false);
  app.add_option("--set", wish->set,
                 "NAME=VALUE: override a parameter; a number, a formula of numbers (2*sqrt(3)), in "
                 "a model with units 40cm")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--kernel", wish->kernel, "solver for the instant (see zwang methods)")
      ->type_name("K");
  app.add_flag("--full", wish->full, "also print the matrices M, Q, A, b, K, K1");
  app.add_flag("--bounds", wish->bounds,
               "also print proved bounds of accelerations, forces and multipliers");
  add_memory_option(app);
  app.add_flag("--json", wish->json, "print JSON, and nothing else");
  app.footer(
      "Exit status: 0 solved, 1 contradictory or not determined, 2 invalid input, 3 numerical\n"
      "failure.\n\n"
      "Example: zwang instant pendulum.toml --at \"bob.x=0.6,bob.y=-0.8,bob.x'=0.8\"");
  return [wish]() -> int { return guarded("instant", [&] { return solve_and_print(*wish); }); };
}

}  // namespace

const Verb instant{"instant", "solve one state: accelerations, forces, multipliers, checks",
                   declare};

}  // namespace cli
