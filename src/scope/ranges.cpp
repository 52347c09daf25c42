// SPDX-License-Identifier: Apache-2.0
#include "scope/ranges.h"

#include <cmath>

#include "formula/evaluate.h"
#include "scope/code.h"
#include "scope/room_for.h"

namespace zwang::compile {

namespace {

struct Range {
  std::string name;
  Expression low, high;
};

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// The first place of `what` outside parentheses, or npos.
std::size_t outside(std::string_view text, std::string_view what) {
  int depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '(' || text[k] == '[') ++depth;
    if (text[k] == ')' || text[k] == ']') --depth;
    if (depth == 0 && text.substr(k, what.size()) == what) return k;
  }
  return std::string_view::npos;
}

Expression part_of(const Expression& whole, std::string_view part) {
  Expression expression{std::string(trimmed(part)), whole.at};
  if (whole.at.line > 0) {
    expression.at.column += static_cast<int>(trimmed(part).data() - whole.text.data());
  }
  return expression;
}

// "i in 1..N"
std::optional<Range> one_range(const Expression& whole, std::string_view text) {
  const std::size_t in = outside(text, " in "), dots = outside(text, "..");
  if (in == std::string_view::npos || dots == std::string_view::npos || dots < in) {
    return std::nullopt;
  }
  Range range;
  range.name = trimmed(text.substr(0, in));
  range.low = part_of(whole, text.substr(in + 4, dots - in - 4));
  range.high = part_of(whole, text.substr(dots + 2));
  if (range.name.empty() || !range.low.given() || !range.high.given()) return std::nullopt;
  return range;
}

std::optional<std::vector<Range>> split(Scope& scope, const Expression& for_each) {
  std::vector<Range> ranges;
  std::string_view rest = for_each.text;
  while (true) {
    const std::size_t comma = outside(rest, ",");
    const auto range = one_range(for_each, rest.substr(0, comma));
    if (!range || scope.symbols().has(range->name)) {
      scope.complain(code::ranges, for_each,
                     range ? "'" + range->name + "' is already the name of something else"
                           : "expected ranges like 'i in 1..N'",
                     range ? "choose another name for the index"
                           : "separate several by commas: i in 1..N, j in i+1..N");
      return std::nullopt;
    }
    ranges.push_back(*range);
    if (comma == std::string_view::npos) return ranges;
    rest.remove_prefix(comma + 1);
  }
}

// All places, by counting: the last index fastest. A bound may use the indices before it.
class Enumeration {
 public:
  Enumeration(Scope& scope, const Expression& for_each) : scope_(scope), for_each_(for_each) {}

  // Bounds are read once, where the indices before them are inputs.
  bool read(const std::vector<Range>& ranges) {
    for (const Range& range : ranges) {
      const formula::Node low = scope_.shaping(range.low, true);
      const formula::Node high = low == formula::no_node ? low : scope_.shaping(range.high, true);
      if (high == formula::no_node) break;
      bounds_.push_back({&range, low, high, scope_.bind_index(range.name)});
    }
    for (std::size_t k = bounds_.size(); k-- > 0;) scope_.release_index(ranges[k].name);
    inputs_ = scope_.symbols().numbers();
    return bounds_.size() == ranges.size();
  }

  bool run(std::vector<double>& place, Ranges& result) {
    if (place.size() == bounds_.size()) {
      result.places.push_back(place);
      return static_cast<Index>(result.places.size()) <= max_places || too_many();
    }
    const Bounds& own = bounds_[place.size()];
    const auto low = bound(own.low, own.range->low), high = bound(own.high, own.range->high);
    if (!low || !high) return false;
    if (*high - *low >= static_cast<double>(max_places)) return too_many();
    for (double at = *low; at <= *high; ++at) {
      if (++visited_ > 2 * max_places) return too_many();  // also where inner ranges are empty
      inputs_[scope_.graph().slot(own.index)] = at;
      place.push_back(at);
      const bool ok = run(place, result);
      place.pop_back();
      if (!ok) return false;
    }
    return true;
  }

 private:
  struct Bounds {
    const Range* range;
    formula::Node low, high, index;
  };

  std::optional<double> bound(formula::Node node, const Expression& expression) {
    const double x = scope_.graph().is_constant(node)
                         ? scope_.graph().value(node)
                         : formula::evaluate(scope_.graph(), {&node, 1}, inputs_).front();
    if (x == std::floor(x) && std::abs(x) <= 0x1p53) return x;
    scope_.complain(code::ranges, expression, "a bound of a range must be a whole number");
    return std::nullopt;
  }
  bool too_many() {
    scope_.complain(code::ranges, for_each_, "a family can have at most 10 million members");
    return false;
  }

  Scope& scope_;
  const Expression& for_each_;
  std::vector<Bounds> bounds_;
  std::vector<double> inputs_;
  Index visited_ = 0;
};

}  // namespace

std::optional<Ranges> read_ranges(Scope& scope, const Expression& for_each) {
  const auto split_ranges = split(scope, for_each);
  if (!split_ranges) return std::nullopt;
  Ranges ranges;
  for (const Range& range : *split_ranges) ranges.names.push_back(range.name);
  Enumeration all(scope, for_each);
  std::vector<double> place;
  if (!all.read(*split_ranges) || !all.run(place, ranges)) return std::nullopt;
  const auto inputs = static_cast<double>(scope.symbols().inputs().size());  // and rates
  const std::string wrong = no_room_for(inputs / 2, static_cast<double>(ranges.places.size()));
  if (!wrong.empty()) {
    scope.complain(code::too_large, for_each, wrong, room_hint);
    return std::nullopt;
  }
  return ranges;
}

Ranges counted(Index count) {
  Ranges ranges{{"i"}, {}};
  for (Index k = 1; k <= count; ++k) ranges.places.push_back({static_cast<double>(k)});
  return ranges;
}

BoundIndices::BoundIndices(Scope& scope, const Ranges& ranges) : scope_(scope), ranges_(ranges) {
  for (const std::string& name : ranges.names) nodes_.push_back(scope.bind_index(name));
}

BoundIndices::~BoundIndices() {
  for (auto name = ranges_.names.rbegin(); name != ranges_.names.rend(); ++name) {
    scope_.release_index(*name);
  }
}

}  // namespace zwang::compile
