// SPDX-License-Identifier: Apache-2.0
// Observables become outputs: first those with a value at every instant, then the formulas of which the
// others ask for numbers of the whole run.

#include <algorithm>

#include "assemble/laws/reactions.h"
#include "assemble/laws/reduction_calls.h"
#include "assemble/parts.h"
#include "scope/code.h"

namespace zwang::compile {

namespace {

// "[3]", "[1,2]": the place of a family in the name of its value; nothing for a lone formula.
std::string place_words(const Ranges* ranges, std::size_t place) {
  if (!ranges) return {};
  std::string words = "[";
  for (const double index : ranges->places[place]) {
    words += (words.size() > 1 ? "," : "") + std::to_string(static_cast<long>(index));
  }
  return words + "]";
}

void add_observable(Scope& scope, Assembly& assembly, Names& names, Group& group,
                    const Observable& observable, std::size_t number, const Ranges* ranges,
                    bool flat) {
  auto value = scope.value(observable.formula);
  if (flat && value && value->size == 3) value->size = 2;  // the third is 0
  if (!value || !check_members(scope, assembly, group, value->nodes(), observable.formula)) return;
  const auto first = static_cast<Index>(names.observables.size());
  for (std::size_t place = 0; place < (ranges ? ranges->places.size() : 1); ++place) {
    const std::string words = place_words(ranges, place);
    names.observed.push_back(
        {number, words, static_cast<Index>(names.observables.size()), value->size});
    for (int k = 0; k < value->size; ++k) {
      const std::string component = value->size > 1 ? std::string(".") + "xyz"[k] : "";
      names.observables.push_back(observable.name.text + words + component);
    }
  }
  for (int k = 0; k < value->size; ++k) {
    assembly.add(group, {value->at[static_cast<std::size_t>(k)], Array::observables, first + k,
                         static_cast<Index>(value->size)});
  }
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\n") == std::string::npos;
}

/// Formulas that ask for numbers of the whole run.
class RunFormulas {
 public:
  RunFormulas(Scope& scope, Assembly& assembly, Names& names)
      : scope_(scope),
        assembly_(assembly),
        names_(names),
        next_(static_cast<Index>(names.observables.size())) {}

  /// How many values there are with theirs.
  Index count() const { return next_; }

  void add(Group& group, const Observable& observable, const std::vector<ReductionCall>& calls,
           const Ranges* ranges) {
    RunFormula formula;
    formula.at = observable.formula.at;
    const std::string& text = observable.formula.text;
    std::size_t from = 0;
    for (const ReductionCall& call : calls) {
      formula.between.push_back(text.substr(from, call.begin - from));
      from = call.end;
    }
    formula.between.push_back(text.substr(from));
    for (std::string& piece : formula.between) {
      if (is_blank(piece)) piece.clear();
    }
    if (ranges &&
        (calls.size() != 1 || !formula.between[0].empty() || !formula.between[1].empty())) {
      return scope_.complain(code::reduction, observable.formula,
                             "a formula of a family has only one number of the run",
                             "formula = \"max(...)\"");
    }
    if (!is_number_around(observable.formula, formula)) return;
    const std::size_t places = ranges ? ranges->places.size() : 1;
    const Index first = next_;
    for (const ReductionCall& call : calls) {
      RunNumber number{call.kind, -1, ""};
      if (!(words::is_of_event(call.kind) ? find_event(observable, call, number)
                                          : add_value(group, observable, call, number, places))) {
        return;
      }
      formula.numbers.push_back(std::move(number));
    }
    for (std::size_t place = 0; place < places; ++place) {
      formula.name = observable.name.text + place_words(ranges, place);
      if (ranges && next_ > first) formula.numbers[0].value = first + static_cast<Index>(place);
      names_.run_formulas.push_back(formula);
    }
  }

 private:
  static Expression argument(const Observable& observable, const ReductionCall& call) {
    Expression inside(call.text, observable.formula.at);
    if (inside.at.line > 0) inside.at.column += static_cast<int>(call.argument);
    return inside;
  }

  // What is around them knows numbers and parameters alone; any numbers will do to see that.
  bool is_number_around(const Expression& written, const RunFormula& formula) {
    if (formula.between.size() == 2 && formula.between[0].empty() && formula.between[1].empty())
      return true;
    std::string text = formula.between[0];
    for (std::size_t k = 1; k < formula.between.size(); ++k) text += "(0.7)" + formula.between[k];
    return scope_.settled(Expression(text, written.at)) != formula::no_node;
  }

  bool find_event(const Observable& observable, const ReductionCall& call, RunNumber& number) {
    std::vector<std::string> known;
    for (const Event& event : scope_.description().events) known.push_back(event.name.text);
    for (const NamedRows& rows : names_.constraints) known.push_back(rows.name);
    number.event = call.text;
    if (std::find(known.begin(), known.end(), call.text) != known.end()) return true;
    scope_.complain(code::reduction, argument(observable, call),
                    "there is no event or constraint '" + call.text + "'",
                    advice(call.text, known));
    return false;
  }

  bool add_value(Group& group, const Observable& observable, const ReductionCall& call,
                 RunNumber& number, std::size_t places) {
    const Expression inside = argument(observable, call);
    if (!reduction_calls(call.text).empty()) {
      scope_.complain(code::reduction, inside,
                      "a number of the whole run has no course over the run",
                      "give it an [[observe]] of its own");
      return false;
    }
    const auto value = scope_.value(inside);
    if (!value || !check_members(scope_, assembly_, group, value->nodes(), inside)) return false;
    if (value->size > 1) {
      scope_.complain(code::reduction, inside, "expected one number, not a vector",
                      "norm(" + call.text + ")");
      return false;
    }
    const formula::Node node = value->at[0];
    note_needs(node);
    number.value = next_;
    assembly_.add(group, {node, Array::observables, next_, 1});
    next_ += static_cast<Index>(places);
    return true;
  }

  // As of events: where the order is 1 the instant determines the rates.
  void note_needs(formula::Node node) {
    using formula::Role;
    for (const formula::Node x : scope_.graph().reachable({&node, 1})) {
      if (scope_.graph().op(x) != formula::Op::input) continue;
      const Role role = scope_.symbols().inputs()[scope_.graph().slot(x)].role;
      const bool is_state = role == Role::parameter || role == Role::index || role == Role::time ||
                            role == Role::coordinate ||
                            (role == Role::rate && scope_.description().free.order == 2);
      names_.runs_need_instant = names_.runs_need_instant || !is_state;
    }
  }

  Scope& scope_;
  Assembly& assembly_;
  Names& names_;
  Index next_;
};

}  // namespace

Index add_observables(Scope& scope, Assembly& assembly, Names& names, Reactions& reactions,
                      const std::vector<Observable>& observables, bool of_runs) {
  const AllowedReactions allowed(reactions, {equations::Reading::watched});
  std::vector<std::vector<ReductionCall>> calls;
  const auto in_groups = [&](const Observable& observable, auto add) {
    if (!observable.for_each.given()) {
      add(assembly.lone(), nullptr);
    } else if (const auto ranges = read_ranges(scope, observable.for_each)) {
      const BoundIndices bound(scope, *ranges);
      add(assembly.add_group(*ranges, bound.nodes()), &*ranges);
    }
  };
  for (std::size_t k = 0; k < observables.size(); ++k) {
    calls.emplace_back();
    if (of_runs) calls[k] = reduction_calls(observables[k].formula.text);
    if (!calls[k].empty()) continue;
    in_groups(observables[k], [&](Group& group, const Ranges* ranges) {
      add_observable(scope, assembly, names, group, observables[k], k, ranges,
                     of_runs && scope.is_flat());
    });
  }
  RunFormulas formulas(scope, assembly, names);
  for (std::size_t k = 0; k < observables.size(); ++k) {
    if (calls[k].empty()) continue;
    in_groups(observables[k], [&](Group& group, const Ranges* ranges) {
      formulas.add(group, observables[k], calls[k], ranges);
    });
  }
  return formulas.count();
}

}  // namespace zwang::compile
