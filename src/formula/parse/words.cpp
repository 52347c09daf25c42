// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace zwang::formula {

namespace {

using F = Function;

// In alphabetical order: looked up by halving.
constexpr std::array<Word, 27> functions = {{
    {"abs", F::elementary, 1, 1, Op::abs},
    {"acos", F::elementary, 1, 1, Op::acos},
    {"asin", F::elementary, 1, 1, Op::asin},
    {"atan", F::elementary, 1, 1, Op::atan},
    {"atan2", F::elementary, 2, 2, Op::atan2},
    {"cos", F::elementary, 1, 1, Op::cos},
    {"cosh", F::elementary, 1, 1, Op::cosh},
    {"cross", F::cross, 2, 2},
    {"distance", F::distance, 2, 2},
    {"dot", F::dot, 2, 2},
    {"exp", F::elementary, 1, 1, Op::exp},
    {"hypot", F::hypotenuse, 2, any_number},
    {"if", F::choice, 3, 3},
    {"log", F::elementary, 1, 1, Op::log},
    {"max", F::greatest, 1, any_number},
    {"min", F::least, 1, any_number},
    {"mod", F::elementary, 2, 2, Op::mod},
    {"multiplier", F::multiplier, 1, 2},
    {"norm", F::norm, 1, 1},
    {"reaction", F::reaction, 1, 2},
    {"sign", F::elementary, 1, 1, Op::sign},
    {"sin", F::elementary, 1, 1, Op::sin},
    {"sinh", F::elementary, 1, 1, Op::sinh},
    {"sqrt", F::elementary, 1, 1, Op::sqrt},
    {"sum", F::sum, 2, 2},
    {"tan", F::elementary, 1, 1, Op::tan},
    {"tanh", F::elementary, 1, 1, Op::tanh},
}};

constexpr std::array<std::string_view, 8> others = {"and", "or", "not",    "in",
                                                    "t",   "pi", "ground", "origin"};

constexpr bool before(const Word& word, std::string_view name) { return word.name < name; }

static_assert(std::is_sorted(functions.begin(), functions.end(),
                             [](const Word& x, const Word& y) { return x.name < y.name; }));

}  // namespace

const Word& body_vector_word() noexcept {
  static constexpr Word word{"vector", F::body_vector, 3, 3};
  return word;
}

const Word* find_function(std::string_view name) noexcept {
  const auto at = std::lower_bound(functions.begin(), functions.end(), name, before);
  return at != functions.end() && at->name == name ? &*at : nullptr;
}

std::string usage(const Word& word) {
  if (word.function == Function::sum) return "sum(i in 1..N, term)";
  if (word.function == Function::choice) return "if(condition, a, b)";
  if (word.function == Function::reaction) return "reaction(constraint, object)";
  if (word.function == Function::multiplier) return "multiplier(constraint, number)";
  if (word.function == Function::body_vector) return "vector(a, b, c)";
  return std::string(word.name) + "(...)";
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  names.reserve(functions.size());
  for (const Word& word : functions) names.emplace_back(word.name);
  return names;
}

bool is_reserved(std::string_view name) noexcept {
  return find_function(name) || std::find(others.begin(), others.end(), name) != others.end();
}

std::string_view translation(std::string_view name) noexcept {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> table = {{
      {"arccos", "acos"},
      {"arcsin", "asin"},
      {"arctan", "atan"},
      {"arctan2", "atan2"},
      {"fabs", "abs"},
      {"length", "norm"},
      {"ln", "log"},
      {"magnitude", "norm"},
      {"sgn", "sign"},
      {"signum", "sign"},
  }};
  for (const auto& [theirs, ours] : table)
    if (name == theirs) return ours;
  return {};
}

}  // namespace zwang::formula
