// SPDX-License-Identifier: Apache-2.0
#include "units/unit.h"

#include <charconv>
#include <cmath>

#include "base/number.h"
#include "base/utf8.h"

namespace zwang::units {

namespace {

constexpr int most_factors = 8, most_power = 9;
constexpr int most_ten = 10000;  // no double has more

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// What is left of a text that is read from its beginning.
class Rest {
 public:
  explicit Rest(std::string_view text) : text_(text) {}

  Index at() const { return at_; }
  void seek(Index at) { at_ = at; }
  char peek(Index ahead = 0) const {
    const auto k = static_cast<std::size_t>(at_ + ahead);
    return k < text_.size() ? text_[k] : '\0';
  }
  void skip(Index bytes) { at_ += bytes; }
  bool skip(std::string_view word) {
    if (!text_.substr(static_cast<std::size_t>(at_)).starts_with(word)) return false;
    at_ += static_cast<Index>(word.size());
    return true;
  }
  void skip_spaces() {
    while (is_space(peek())) ++at_;
  }
  std::string_view words(Index begin) const {
    return text_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(at_ - begin));
  }
  /// Letters, digits and _, and the signs that are units or parts of them.
  std::string_view word() {
    const Index begin = at_;
    while (static_cast<std::size_t>(at_) < text_.size()) {
      const char c = peek();
      if (is_ascii_letter(c) || c == '_' || (at_ > begin && is_digit(c))) {
        ++at_;
        continue;
      }
      const Character other = decode(text_, at_);
      if (!other.valid || !(other.code == U'°' || other.code == U'µ' || is_greek(other.code)))
        break;
      at_ += other.length;
    }
    return words(begin);
  }
  /// A name with more to come: a call, a member, a component, a rate.
  bool is_name_of_more() const {
    Index ahead = 0;
    while (is_space(peek(ahead))) ++ahead;
    const char c = peek(ahead);
    return c == '(' || c == '[' || c == '\'' || (c == '.' && peek(ahead + 1) != '.');
  }

 private:
  static bool is_greek(char32_t code) { return code >= 0x370 && code <= 0x3FF; }

  std::string_view text_;
  Index at_ = 0;
};

void multiply(Unit& whole, const Unit& factor, int power) {
  whole.dimension = whole.dimension * pow(factor.dimension, power);
  whole.angle += power * factor.angle;
  whole.ten += power * factor.ten;
  for (int k = 0; k < std::abs(power); ++k) {
    whole.times *= power > 0 ? factor.times : factor.over;
    whole.over *= power > 0 ? factor.over : factor.times;
  }
}

/// The power behind a word, 1 if there is none; 0 where what stands there cannot be one.
int read_power(Rest& rest) {
  if (rest.skip("²")) return 2;
  if (rest.skip("³")) return 3;
  if (rest.peek() != '^') return 1;
  rest.skip(1);
  const bool minus = rest.skip("-");
  int power = 0;
  while (is_digit(rest.peek()) && power <= most_power) {
    power = 10 * power + (rest.peek() - '0');
    rest.skip(1);
  }
  const char next = rest.peek();
  const bool goes_on = next == '.' || is_digit(next) || is_ascii_letter(next) || next == '_';
  if (power > most_power || goes_on) return 0;
  return minus ? -power : power;
}

/// All of a text as a number.
std::optional<double> read_decimal(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || at != end) return std::nullopt;
  return value;
}

/// The text of x·10^ten; of what is no number something else that is none.
std::string shifted(std::string_view x, int ten) {
  const std::size_t e = x.find_first_of("eE");
  int own = 0;
  if (e != std::string_view::npos) {
    std::string_view exponent = x.substr(e + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    const char* const end = exponent.data() + exponent.size();
    const auto [at, error] = std::from_chars(exponent.data(), end, own);
    if (error != std::errc{} || at != end || std::abs(own) > most_ten) return {};
  }
  return std::string(x.substr(0, e)) + 'e' + std::to_string(own + ten);
}

/// A unit factor by factor.
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : rest_(text) {}

  Found read() {
    rest_.skip_spaces();
    if (rest_.peek() == '1' && rest_.peek(1) == '/') {
      rest_.skip(1);
    } else {
      if (!factor(1)) return found_;
      while (found_.problem.empty() && more_above()) {
      }
    }
    while (found_.problem.empty() && below()) {
    }
    return found_;
  }

 private:
  /// A word and its power at the place that has been reached; false, and back again, if there is none.
  bool factor(int sign) {
    const Index begin = rest_.at();
    const std::string_view name = rest_.word();
    const auto unit = name.empty() ? std::nullopt : unit_of_word(name);
    if (!unit || rest_.is_name_of_more() || ++factors_ > most_factors) {
      rest_.seek(begin);
      return false;
    }
    const std::string word(rest_.words(begin));
    const int power = read_power(rest_);
    found_.length = rest_.at();
    if (power == 0) {
      found_.problem =
          "the power of the unit '" + word + "' must be a whole number from -9 to 9, and not 0";
      return true;
    }
    multiply(found_.unit, *unit, sign * power);
    return true;
  }

  bool more_above() {
    const Index begin = rest_.at();
    if (!rest_.skip("·")) {
      if (!is_space(rest_.peek())) return false;
      rest_.skip_spaces();
    }
    // "3 in" is three inches; "3 m in" is none.
    const Index word = rest_.at();
    if (rest_.word() != "in") {
      rest_.seek(word);
      if (factor(1)) return true;
    }
    rest_.seek(begin);
    return false;
  }

  bool below() {
    const Index begin = rest_.at();
    if (rest_.skip("/") && factor(-1)) return true;
    rest_.seek(begin);
    return false;
  }

  Rest rest_;
  Found found_;
  int factors_ = 0;
};

}  // namespace

std::optional<double> in_si(std::string_view x, const Unit& unit) {
  const auto decimal = unit.ten == 0 ? read_decimal(x) : read_decimal(shifted(x, unit.ten));
  if (!decimal) return std::nullopt;
  const double value = *decimal * unit.times / unit.over;
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

double in_si(double x, const Unit& unit) { return in_si(number_text(x), unit).value_or(x); }

double from_si(double x, const Unit& unit) {
  return x * unit.over / unit.times / std::pow(10.0, unit.ten);
}

Found find_unit(std::string_view text) { return UnitReader(text).read(); }

std::optional<Unit> parse_unit(std::string_view text) {
  const Found found = find_unit(text);
  if (found.length == 0 || !found.problem.empty()) return std::nullopt;
  if (static_cast<std::size_t>(found.length) != text.size()) return std::nullopt;
  return found.unit;
}

std::vector<std::string> unit_words() {
  std::vector<std::string> words;
  for (const UnitWord& one : unit_table()) words.emplace_back(one.word);
  return words;
}

}  // namespace zwang::units
