// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/shown.h"
#include "cli/verb.h"
#include "zwang/linear.h"
#include "zwang/root_locus.h"

namespace cli {

namespace {

struct Wish {
  std::string model, mat;
  std::vector<std::string> set, at, inputs, outputs, frequencies, over;
  bool full = false, json = false;
};

// A word, a time, or a state.
void read_place(const zwang::Model& model, const std::vector<std::string>& at,
                zwang::LinearOptions& options) {
  if (at.empty()) return;
  if (at.size() == 1 && at[0].find('=') == std::string::npos) {
    const std::string& text = at[0];
    if (text == "start" || text == "equilibrium") {
      options.at = text;
    } else {
      options.t = read_quantity_of(model, "--at", model.description().time.text, text);
    }
    return;
  }
  options.state = read_state(model, at);
}

// FROM:TO or FROM:TO:COUNT.
void read_frequencies(const std::vector<std::string>& texts, zwang::LinearOptions& options) {
  if (texts.empty()) return;
  const std::string& text = texts[0];
  std::vector<double> numbers;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(':', from), text.size());
    numbers.push_back(read_number("--frequencies", text.substr(from, to - from)));
    from = to + 1;
  }
  const bool count_is_good = numbers.size() < 3 || (numbers[2] >= 1 && numbers[2] <= 1e6);
  if (numbers.size() < 2 || numbers.size() > 3 || !count_is_good || !(numbers[0] > 0) ||
      !(numbers[1] >= numbers[0])) {
    throw BadOption("--frequencies must be FROM:TO or FROM:TO:COUNT, both positive; not '" + text +
                    "'");
  }
  options.from = numbers[0];
  options.to = numbers[1];
  if (numbers.size() == 3) options.frequencies = static_cast<std::size_t>(numbers[2]);
}

std::string complex_text(std::complex<double> x) {
  if (x.imag() == 0) return fmt::format("{:.10g}", x.real() + 0.0);
  return fmt::format("{:.10g} {} {:.10g}i", x.real() + 0.0, x.imag() < 0 ? "-" : "±",
                     std::abs(x.imag()));
}

// The coordinates that move most, with their share and phase.
std::string shape_text(const zwang::LinearModel& linear, const zwang::LinearMode& mode) {
  constexpr std::size_t most = 4;
  std::vector<std::size_t> order(mode.shape.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(mode.shape[a]) > (1 + 1e-9) * std::abs(mode.shape[b]);
  });
  std::string text;
  for (std::size_t k = 0; k < std::min(most, order.size()); ++k) {
    const std::complex<double> x = mode.shape[order[k]];
    if (!(std::abs(x) > 1e-9)) break;
    const bool real = std::abs(x.imag()) <= 1e-9 * std::abs(x);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", linear.coordinates[order[k]],
                        real ? fmt::format("{:.3g}", x.real())
                             : fmt::format("{:.3g} ∠ {:.0f}°", std::abs(x),
                                           std::arg(x) * 180 / 3.14159265358979323846));
  }
  return text;
}

void print_modes(const zwang::LinearModel& linear) {
  if (linear.modes.empty()) return;
  fmt::print("\n  {:<34}{:>10}{:>13}{:>12}   {}\n", "eigenvalue", "±", "frequency", "damping",
             "mode shape");
  for (const zwang::LinearMode& mode : linear.modes) {
    // Characters beyond ASCII have more bytes than columns.
    std::string value = complex_text(mode.eigenvalue);
    const std::size_t shown = value.size() - (value.find("±") != std::string::npos ? 1 : 0);
    value += std::string(shown < 34 ? 34 - shown : 1, ' ');
    fmt::print("  {}{:>9.0e}{:>13.6g}{:>12.4g}   {}\n", value, mode.error, mode.frequency,
               mode.damping + 0.0, shape_text(linear, mode));
  }
}

void print_matrix(const char* name, const std::vector<double>& values, std::size_t columns) {
  if (columns == 0 || values.empty()) return;
  fmt::print("\n{} =\n", name);
  for (std::size_t k = 0; k < values.size(); k += columns) {
    std::string text = " ";
    for (std::size_t j = 0; j < columns; ++j) {
      text += fmt::format(" {:>13.6g}", values[k + j] + 0.0);
    }
    fmt::print("{}\n", text);
  }
}

void print_matrices(const zwang::LinearModel& linear) {
  const std::size_t s = linear.states.size(), m = linear.inputs.size();
  print_matrix("A", linear.A, s);
  print_matrix("B", linear.B, m);
  print_matrix("C", linear.C, s);
  print_matrix("D", linear.D, m);
}

void print_zeros(const zwang::LinearModel& linear) {
  if (linear.inputs.empty() || linear.outputs.empty()) return;
  fmt::print("\ninputs: {}; outputs: {}\n", listed(linear.inputs), listed(linear.outputs));
  std::string text;
  for (const std::complex<double>& zero : linear.zeros) {
    if (zero.imag() < 0) continue;
    text += (text.empty() ? "" : ", ") + complex_text(zero);
  }
  fmt::print("transmission zeros: {}\n", text.empty() ? "none" : text);
}

void print_linear(const zwang::Model& model, const zwang::LinearModel& linear, bool full) {
  fmt::print("{}, {} at t = {:.9g}\n",
             title_of(model.description().title, model.description().source),
             zwang::name(linear.kind), linear.state.t + 0.0);
  std::vector<std::string> states = linear.states;
  for (std::string& name : states) {
    const std::string unit = unit_behind(model, name);
    if (!unit.empty()) name += " [" + unit.substr(1) + "]";
  }
  if (!states.empty()) fmt::print("{}: {}\n", counted(states.size(), "state"), listed(states));
  if (linear.positions > linear.freedom) {
    fmt::print("nonholonomic ({}): {} for {}\n", listed(linear.nonholonomic),
               counted(linear.positions, "coordinate"), counted(linear.freedom, "rate"));
  }
  print_modes(linear);
  print_zeros(linear);
  if (full) print_matrices(linear);
  fmt::print("\n{}\n", linear.text);
  for (const std::string& note : linear.notes) fmt::print("note: {}\n", note);
}

// NAME=FROM:TO or NAME=FROM:TO:POINTS.
zwang::RootLocusOptions read_over(const std::string& text) {
  const std::size_t sign = text.find('='), colon = text.find(':', sign + 1);
  if (sign == std::string::npos || sign == 0 || colon == std::string::npos)
    throw BadOption("--over must be NAME=FROM:TO or NAME=FROM:TO:POINTS, not '" + text + "'");
  const std::size_t second = text.find(':', colon + 1);
  zwang::RootLocusOptions options;
  options.over = text.substr(0, sign);
  options.from = read_number("--over", text.substr(sign + 1, colon - sign - 1));
  options.to = read_number("--over", text.substr(colon + 1, second - colon - 1));
  if (second == std::string::npos) return options;
  const double points = read_number("--over", text.substr(second + 1));
  if (!(points >= 2 && points <= 1e5)) throw BadOption("--over takes 2 to 100000 points");
  options.points = static_cast<std::size_t>(points);
  return options;
}

// Some twenty values; the JSON has all.
void print_locus(const zwang::RootLocus& locus) {
  fmt::print("\n  {:>12}   {}\n", locus.over, "eigenvalues");
  const std::size_t every = 1 + locus.parameters.size() / 20;
  for (std::size_t k = 0; k < locus.parameters.size(); k += every) {
    std::string text;
    for (const auto& branch : locus.branches) {
      const std::complex<double> x = branch[k];
      if (std::isnan(x.real()) || x.imag() < 0) continue;
      text += fmt::format("{}{:.5g}{}", text.empty() ? "" : ",  ", x.real() + 0.0,
                          x.imag() > 0 ? fmt::format(" ± {:.5g}i", x.imag()) : "");
    }
    fmt::print("  {:>12.6g}   {}; {}\n", locus.parameters[k] + 0.0, text,
               zwang::name(locus.stability[k]));
  }
  if (locus.crossings.empty()) return;
  fmt::print("\n  {:>18}{:>22}\n", locus.over, "angular frequency");
  for (const zwang::RootCrossing& one : locus.crossings)
    fmt::print("  {:>18.12g}{:>22.10g}   {}\n", one.parameter + 0.0, one.frequency,
               one.to_unstable ? "begins to grow" : "begins to decay");
}

int follow_and_print(const Wish& wish, const zwang::Model& model,
                     const zwang::LinearOptions& linear) {
  zwang::RootLocusOptions options = read_over(wish.over[0]);
  options.linear = linear;
  const zwang::RootLocus locus = zwang::root_locus(model, options);
  if (wish.json) {
    const std::string json = zwang::to_json(locus, model);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else if (locus.problem.empty()) {
    fmt::print("{}\n", title_of(model.description().title, model.description().source));
    print_locus(locus);
    fmt::print("\n{}\n", locus.text);
    for (const std::string& note : locus.notes) fmt::print("note: {}\n", note);
  } else {
    fmt::print(stderr, "zwang linear: {}\n", locus.problem);
  }
  return locus.problem.empty() ? 0 : 1;
}

int linearise_and_print(const Wish& wish) {
  const zwang::Model model = load_with(wish.model, wish.set);
  zwang::LinearOptions options;
  read_place(model, wish.at, options);
  read_frequencies(wish.frequencies, options);
  if (!wish.inputs.empty()) options.inputs = wish.inputs;
  if (!wish.outputs.empty()) options.outputs = wish.outputs;
  if (!wish.over.empty()) return follow_and_print(wish, model, options);
  const zwang::LinearModel linear = zwang::linearise(model, options);
  if (!wish.mat.empty() && linear.problem.empty()) write_text(wish.mat, zwang::to_mat(linear));
  if (wish.json) {
    const std::string json = zwang::to_json(linear, model);
    std::fwrite(json.data(), 1, json.size(), stdout);
  } else if (linear.problem.empty()) {
    print_linear(model, linear, wish.full);
  } else {
    fmt::print(stderr, "zwang linear: {}\n", linear.problem);
  }
  return linear.problem.empty() ? 0 : 1;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  app.add_option("--at", wish->at,
                 "start, equilibrium, a time of the motion, or NAME=VALUE,…: a state")
      ->type_name("PLACE")
      ->allow_extra_args(false);
  app.add_option("--input", wish->inputs, "parameter that acts as an input (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--output", wish->outputs,
                 "coordinate, rate or observable as an output (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_option("--frequencies", wish->frequencies,
                 "FROM:TO[:COUNT]: angular frequencies of the response in the JSON")
      ->type_name("RANGE")
      ->expected(1);
  app.add_option("--over", wish->over,
                 "NAME=FROM:TO[:POINTS]: eigenvalues over a parameter, and where stability changes")
      ->type_name("RANGE")
      ->expected(1);
  app.add_option("--set", wish->set,
                 "NAME=VALUE: override a parameter; a number, a formula of numbers (2*sqrt(3)), in "
                 "a model with units 40cm")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--mat", wish->mat, "also write A, B, C, D, … for MATLAB, Octave and SciPy")
      ->type_name("FILE");
  app.add_flag("--full", wish->full, "also print the matrices A, B, C, D");
  app.add_flag("--json", wish->json, "print JSON, and nothing else");
  app.footer(
      "Exit status: 0 linearised, 1 there is no such state or no derivative there, 2 invalid "
      "input.\n\n"
      "Example: zwang linear bicycle.toml --set push=0 --set v=6");
  return [wish]() -> int { return guarded("linear", [&] { return linearise_and_print(*wish); }); };
}

}  // namespace

const Verb linear{"linear", "linearise near a state: modes, stability, zeros, response", declare};

}  // namespace cli
