// SPDX-License-Identifier: Apache-2.0
#include "cli/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

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

std::vector<std::pair<std::string, double>> read_assignments(
    const std::string& option, const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, double>> found;
  for (const std::string& text : texts) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t comma = std::min(text.find(',', begin), text.size());
      const std::string one = text.substr(begin, comma - begin);
      begin = comma + 1;
      const std::size_t equal = one.find('=');
      if (equal == std::string::npos || equal == 0) {
        throw BadOption(fmt::format("{}: '{}' is not NAME=VALUE", option, one));
      }
      const std::string name = one.substr(0, equal);
      found.emplace_back(name, read_number(option + " " + name, one.substr(equal + 1)));
    }
  }
  return found;
}

zwang::Settings read_settings(const std::vector<std::string>& texts) {
  zwang::Settings settings;
  for (const auto& [name, value] : read_assignments("--set", texts)) {
    if (!settings.emplace(name, value).second) {
      throw BadOption(fmt::format("--set: '{}' is set twice", name));
    }
  }
  return settings;
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
  for (const auto& [name, value] : read_assignments("--at", texts)) {
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
