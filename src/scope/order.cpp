// SPDX-License-Identifier: Apache-2.0
#include "scope/order.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "formula/parse/token.h"

namespace zwang::compile {

namespace {

// Every name of a formula that is one of a parameter; the unit of a number is none.
std::vector<std::size_t> needs(std::string_view text,
                               const std::unordered_map<std::string_view, std::size_t>& number) {
  std::vector<std::size_t> found;
  formula::Scanner scanner(text);
  for (formula::Token token = scanner.next(); token.mark != formula::Mark::end;
       token = scanner.next()) {
    if (token.mark != formula::Mark::name) continue;
    const auto known = number.find(scanner.words(token));
    if (known != number.end()) found.push_back(known->second);
  }
  return found;
}

// Depth first without recursion; a path that comes back to itself is a circle.
class Walk {
 public:
  Walk(const std::vector<std::vector<std::size_t>>& needs, ParameterOrder& order)
      : needs_(needs), order_(order), state_(needs.size(), State::fresh) {}

  void from(std::size_t root) {
    path_.push_back({root, 0});
    while (!path_.empty()) step();
  }

 private:
  enum class State { fresh, open, done };
  struct Visit {
    std::size_t parameter, next;
  };

  void step() {
    Visit& visit = path_.back();
    state_[visit.parameter] =
        state_[visit.parameter] == State::fresh ? State::open : state_[visit.parameter];
    if (state_[visit.parameter] == State::done || visit.next == needs_[visit.parameter].size()) {
      if (state_[visit.parameter] == State::open) order_.sequence.push_back(visit.parameter);
      state_[visit.parameter] = State::done;
      path_.pop_back();
      return;
    }
    const std::size_t other = needs_[visit.parameter][visit.next++];
    if (state_[other] == State::open) close_circle(other);
    if (state_[other] == State::fresh) path_.push_back({other, 0});
  }

  // The parameters from `first` to the end of the path: none of them can be computed.
  void close_circle(std::size_t first) {
    std::vector<std::size_t> circle;
    for (const Visit& visit : path_) {
      if (!circle.empty() || visit.parameter == first) circle.push_back(visit.parameter);
    }
    for (const std::size_t k : circle) state_[k] = State::done;
    order_.circles.push_back(std::move(circle));
  }

  const std::vector<std::vector<std::size_t>>& needs_;
  ParameterOrder& order_;
  std::vector<State> state_;
  std::vector<Visit> path_;
};

}  // namespace

ParameterOrder order_parameters(const std::vector<Parameter>& parameters) {
  std::unordered_map<std::string_view, std::size_t> number;
  for (std::size_t k = 0; k < parameters.size(); ++k) number.emplace(parameters[k].name.text, k);
  std::vector<std::vector<std::size_t>> all;
  for (const Parameter& parameter : parameters) all.push_back(needs(parameter.value.text, number));
  ParameterOrder order;
  Walk walk(all, order);
  for (std::size_t k = 0; k < parameters.size(); ++k) walk.from(k);
  return order;
}

}  // namespace zwang::compile
