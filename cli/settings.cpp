// SPDX-License-Identifier: Apache-2.0
#include "cli/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "zwang/units.h"
#include "zwang/words.h"

namespace cli {

double read_number(const std::string& option, const std::string& text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const char *begin = text.data() + (plus ? 1 : 0), *end = text.data() + text.size();
  double number = 0;
  const auto [at, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || at != end || !std::isfinite(number)) {
    throw BadOption(fmt::format("{}: '{}' is not a number", option, text));
  }
  return number;
}

// A number, with a unit or without.
static double read_value(const std::string& option, const std::string& text) {
  if (text.find_first_not_of("0123456789.+-eE") == std::string::npos)
    return read_number(option, text);
  const auto value = zwang::read_quantity(text);
  if (!value) throw BadOption(fmt::format("{}: '{}' is not a number", option, text));
  return *value;
}

static void check_unit(const zwang::Model& model, const std::string& option,
                       const Assignment& one) {
  const std::string wrong = zwang::unit_misfit(model, one.name, one.text);
  if (!wrong.empty())
    throw BadOption(fmt::format("{} {}={}: {}", option, one.name, one.text, wrong));
}

double read_quantity_of(const zwang::Model& model, const std::string& option,
                        const std::string& name, const std::string& text) {
  const std::string wrong = zwang::unit_misfit(model, name, text);
  if (!wrong.empty()) throw BadOption(fmt::format("{} {}: {}", option, text, wrong));
  return read_value(option, text);
}

std::string unit_behind(const zwang::Model& model, const std::string& name) {
  const std::string unit = zwang::unit_of(model, name);
  return unit.empty() ? "" : " " + unit;
}

// Of the comma that ends an assignment: one in brackets, as in min(1, 2), does not.
static std::size_t end_of_assignment(const std::string& text, std::size_t begin) {
  int depth = 0;
  for (std::size_t k = begin; k < text.size(); ++k) {
    depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
    if (text[k] == ',' && depth <= 0) return k;
  }
  return text.size();
}

std::vector<Assignment> read_assignments(const std::string& option,
                                         const std::vector<std::string>& texts) {
  std::vector<Assignment> found;
  for (const std::string& text : texts) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t comma = end_of_assignment(text, begin);
      const std::string one = text.substr(begin, comma - begin);
      begin = comma + 1;
      const std::size_t equal = one.find('=');
      if (equal == std::string::npos || equal == 0) {
        throw BadOption(fmt::format("{}: '{}' is not NAME=VALUE", option, one));
      }
      const std::string name = one.substr(0, equal), value = one.substr(equal + 1);
      found.push_back({name, read_value(option + " " + name, value), value});
    }
  }
  return found;
}

zwang::Model load_with(const std::string& path, const std::vector<std::string>& set) {
  const std::vector<Assignment> assignments = read_assignments("--set", set);
  zwang::Settings settings;
  for (const Assignment& one : assignments) {
    if (!settings.emplace(one.name, one.value).second) {
      throw BadOption(fmt::format("--set: '{}' is set twice", one.name));
    }
  }
  zwang::Model model = zwang::load_model(path, settings);
  for (const Assignment& one : assignments) check_unit(model, "--set", one);
  return model;
}

// Up to a dozen names that --at knows.
static std::string known_names(const zwang::Model& model) {
  constexpr std::size_t most = 12;
  std::string names = model.description().time.text;
  // An orientation has a coordinate more than it has rates.
  const bool paired = model.rates().size() == model.coordinates().size();
  for (std::size_t i = 0; i < std::min(most, model.coordinates().size()); ++i) {
    names += ", " + model.coordinates()[i];
    if (paired) names += ", " + model.rates()[i];
  }
  for (std::size_t i = 0; !paired && i < std::min(most, model.rates().size()); ++i) {
    names += ", " + model.rates()[i];
  }
  return names + (model.coordinates().size() > most ? ", …" : "");
}

zwang::State read_state(const zwang::Model& model, const std::vector<std::string>& texts) {
  zwang::State state = model.start();
  for (const Assignment& one : read_assignments("--at", texts)) {
    const auto& [name, value, text] = one;
    check_unit(model, "--at", one);
    if (name == model.description().time.text) {
      state.t = value;
      continue;
    }
    if (!zwang::assign(model, name, value, state)) {
      throw BadOption(fmt::format("--at: '{}' is neither a coordinate nor a rate; choose from: {}",
                                  name, known_names(model)));
    }
  }
  return state;
}

zwang::Method read_kernel(const std::string& name) {
  std::string names;
  for (const zwang::KernelWord& kernel : zwang::kernel_words()) {
    if (kernel.word == name) return kernel.method;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.word);
  }
  throw BadOption(fmt::format("--kernel: unknown kernel '{}'; choose from: {}", name, names));
}

}  // namespace cli
