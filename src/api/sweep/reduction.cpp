// SPDX-License-Identifier: Apache-2.0
#include "api/sweep/reduction.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang {

namespace {

using Kind = Reduction::Kind;

constexpr std::pair<const char*, Kind> words[] = {
    {"end", Kind::end},     {"start", Kind::start},       {"max", Kind::max},
    {"min", Kind::min},     {"mean", Kind::mean},         {"rms", Kind::rms},
    {"range", Kind::range}, {"integral", Kind::integral}, {"when_max", Kind::when_max},
    {"first", Kind::first}, {"last", Kind::last},         {"count", Kind::count},
};

// Whether the parenthesis at `open` is closed by the last letter, with no comma of its own inside.
bool holds_one(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t k = open; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ',' && depth == 1) return false;
    if (depth == 0) return k + 1 == text.size();
  }
  return false;
}

// ∫ of a function of f.
template <class Function>
double area(std::span<const double> t, std::span<const double> f, Function g) {
  double sum = 0;
  for (std::size_t k = 1; k < t.size(); ++k)
    sum += 0.5 * (t[k] - t[k - 1]) * (g(f[k]) + g(f[k - 1]));
  return sum;
}

}  // namespace

std::optional<Reduction> read_reduction(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  if (begin == std::string::npos) return std::nullopt;
  const std::string whole = text.substr(0, last + 1);
  const std::size_t open = whole.find('(', begin);
  if (open == std::string::npos || !holds_one(whole, open)) return std::nullopt;
  const std::string word = whole.substr(begin, whole.find_last_not_of(" \t", open - 1) + 1 - begin);
  for (const auto& [name, kind] : words) {
    if (open == begin || word != name) continue;
    std::string argument = whole.substr(open + 1, whole.size() - open - 2);
    if (argument.find_first_not_of(" \t") == std::string::npos) return std::nullopt;
    return Reduction{kind, std::move(argument), static_cast<int>(open + 1)};
  }
  return std::nullopt;
}

double reduce(Kind kind, std::span<const double> t, std::span<const double> f) {
  if (f.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto [least, most] = std::minmax_element(f.begin(), f.end());
  const double duration = t.back() - t.front();
  const auto itself = [](double x) { return x; };
  const auto squared = [](double x) { return x * x; };
  switch (kind) {
    case Kind::start:
      return f.front();
    case Kind::max:
      return *most;
    case Kind::min:
      return *least;
    case Kind::range:
      return *most - *least;
    case Kind::when_max:
      return t[static_cast<std::size_t>(most - f.begin())];
    case Kind::integral:
      return area(t, f, itself);
    case Kind::mean:
      return duration > 0 ? area(t, f, itself) / duration : f.front();
    case Kind::rms:
      return std::sqrt(duration > 0 ? area(t, f, squared) / duration : squared(f.front()));
    default:
      return f.back();
  }
}

}  // namespace zwang
