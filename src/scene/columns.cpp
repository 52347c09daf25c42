// SPDX-License-Identifier: Apache-2.0
#include "scene/columns.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>

#include "base/number.h"
#include "flow/kept_rows.h"
#include "model/model_parts.h"

namespace zwang::scene {

namespace {

// States aside of the start at which a number must be equal to be called so; chance has no part.
constexpr std::uint64_t most_trials = 4;

/// Numbers and the states at which they were taken.
struct Trials {
  std::vector<State> states;
  std::vector<std::vector<double>> numbers;
};

Trials try_states(const Model& model, Numbers& numbers) {
  Trials trials;
  std::vector<double> u(model.controls().size());
  for (std::uint64_t k = 0; k < most_trials; ++k) {
    State state = model.start();
    state.t += 0.37 * static_cast<double>(k);
    if (k > 0) {
      motion::draw_aside(k, 0.3, static_cast<Index>(state.q.size()), state.q.data(),
                         state.v.data());
    }
    // Numbers that no two controls share.
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] = 0.1 + 0.7 * static_cast<double>(k * u.size() + i);
    if (!u.empty()) numbers.set_controls(u.data());
    trials.numbers.emplace_back(numbers.size());
    numbers.fill(state.t, state.q.data(), state.v.data(), trials.numbers.back().data());
    trials.states.push_back(std::move(state));
  }
  return trials;
}

/// Coordinates by the bits that they have in the second trial, where no two are alike but by chance.
class CoordinateFinder {
 public:
  explicit CoordinateFinder(const Trials& trials) : trials_(trials) {
    const std::vector<double>& q = trials.states[1].q;
    for (std::size_t i = 0; i < q.size(); ++i) {
      by_bits_.emplace_back(std::bit_cast<std::uint64_t>(q[i]), i);
    }
    std::sort(by_bits_.begin(), by_bits_.end());
  }

  /// The coordinate that is the number in every trial, or −1.
  Index find(std::size_t number) const {
    const auto bits = std::bit_cast<std::uint64_t>(trials_.numbers[1][number]);
    auto at = std::lower_bound(by_bits_.begin(), by_bits_.end(), std::pair{bits, std::size_t{0}});
    for (; at != by_bits_.end() && at->first == bits; ++at) {
      bool same = true;
      for (std::size_t k = 0; k < most_trials && same; ++k) {
        same = same_bits(trials_.states[k].q[at->second], trials_.numbers[k][number]);
      }
      if (same) return static_cast<Index>(at->second);
    }
    return -1;
  }

 private:
  const Trials& trials_;
  std::vector<std::pair<std::uint64_t, std::size_t>> by_bits_;
};

bool is_constant(const Trials& trials, std::size_t number) {
  return std::all_of(trials.numbers.begin(), trials.numbers.end(), [&](const auto& numbers) {
    return same_bits(numbers[number], trials.numbers[0][number]);
  });
}

}  // namespace

Columns::Columns(const Model& model, Numbers& numbers, const record::Columns& recorded)
    : model_(model),
      numbers_(numbers),
      places_(numbers.size()),
      state_(model.start()),
      values_(numbers.size()) {
  time_ = std::max<Index>(recorded.find(model.description().time.text), 0);
  for (const std::string& name : model.coordinates()) {
    q_.push_back(recorded.find(name));
    v_.push_back(recorded.find(name + "'"));
  }
  find_rates(recorded);
  find_places(model, recorded.count());
  columns_ = recorded;
  if (kept_.empty()) return;
  std::vector<record::Column> columns(recorded.begin(), recorded.end());
  for (const std::size_t number : kept_) columns.push_back(column_of(model, number));
  columns_ = record::Columns(std::move(columns));
}

// Forces may depend on rates that are no coordinate's, and on controls.
void Columns::find_rates(const record::Columns& recorded) {
  if (!numbers_.has_forces()) return;
  const std::vector<std::string>&names = model_.coordinates(), &rates = model_.rates();
  std::set<std::string> own;
  for (const std::string& name : names) own.insert(name + "'");
  for (std::size_t k = 0; k < rates.size(); ++k) {
    const Index column = recorded.find(rates[k]);
    if (column >= 0 && !own.contains(rates[k])) omega_.push_back({k, column});
  }
  for (const std::string& name : model_.controls()) u_.push_back(recorded.find(name));
  controls_.resize(u_.size());
}

// Numbers that are the same in all trials, the end of a line and the point that it names, share a
// column.
void Columns::find_places(const Model& model, Index before) {
  const Trials trials = try_states(model, numbers_);
  std::map<std::vector<std::uint64_t>, Index> known;
  const CoordinateFinder coordinates(trials);
  for (std::size_t number = 0; number < places_.size(); ++number) {
    if (is_force(number)) {  // zero at all trials, it may not be so for ever: a stop, a buffer
      places_[number].column = before + static_cast<Index>(kept_.size());
      kept_.push_back(number);
      continue;
    }
    const bool constant = is_constant(trials, number);
    const Index i = constant ? -1 : coordinates.find(number);
    if (constant) {
      places_[number].value = trials.numbers[0][number];
    } else if (i >= 0 && q_[i] >= 0) {
      places_[number].column = q_[i];
    } else {
      std::vector<std::uint64_t> bits;
      for (const auto& numbers : trials.numbers)
        bits.push_back(std::bit_cast<std::uint64_t>(numbers[number]));
      const auto next = before + static_cast<Index>(kept_.size());
      const auto [at, first] = known.try_emplace(std::move(bits), next);
      places_[number].column = at->second;
      if (first) kept_.push_back(number);
    }
  }
}

const Numbers::Vector& Columns::vector_of(std::size_t number) const {
  const auto& vectors = numbers_.vectors();
  const auto after = std::upper_bound(
      vectors.begin(), vectors.end(), number,
      [](std::size_t at, const Numbers::Vector& vector) { return at < vector.first; });
  return *(after - 1);
}

bool Columns::is_force(std::size_t number) const {
  return number >= 7 * numbers_.bodies() && vector_of(number).what.what == DrawnVector::What::push;
}

// drawing(crank).x, drawing(crank).turn.w; drawing(d3[1]).y has no other name.
record::Column Columns::column_of(const Model& model, std::size_t number) const {
  static const char* const parts[] = {"x", "y", "z", "turn.w", "turn.x", "turn.y", "turn.z"};
  if (number < 7 * numbers_.bodies())
    return {"drawing(" + model.bodies()[number / 7] + ")." + parts[number % 7], "drawing", ""};
  const Numbers::Vector& vector = vector_of(number);
  const auto rank = std::to_string(&vector - numbers_.vectors().data() + 1);
  const std::string name = rank + ":" + vector.what.name + vector.place;
  const std::string part = std::string(").") + parts[number - vector.first];
  if (is_force(number)) {
    const std::string own = "applied(" + name + part,
                      meaning = "applied force: " + vector.what.name;
    return {own, meaning, model.parts().source.quantities().unit_of_column(own, meaning)};
  }
  return {"drawing(" + name + part, "drawing", ""};
}

void Columns::read_state(std::span<const double> row, State& state) const {
  const auto at = [&](Index column) { return column < 0 ? 0.0 : row[column]; };
  state.t = at(time_);
  state.q.resize(q_.size());
  state.v.resize(q_.size());
  for (std::size_t i = 0; i < q_.size(); ++i) {
    state.q[i] = at(q_[i]);
    state.v[i] = at(v_[i]);
  }
  for (const Turning& turning : omega_)
    model_.parts().shown.set_rate(turning.rate, at(turning.column), state.q.data(), state.v.data());
}

void Columns::set_controls(std::span<const double> row) {
  if (u_.empty()) return;
  for (std::size_t k = 0; k < u_.size(); ++k) controls_[k] = u_[k] < 0 ? 0.0 : row[u_[k]];
  numbers_.set_controls(controls_.data());
}

void Columns::fill(std::span<const double> recorded, double* behind) {
  if (kept_.empty()) return;
  read_state(recorded, state_);
  set_controls(recorded);
  numbers_.fill(state_.t, state_.q.data(), state_.v.data(), values_.data());
  for (const std::size_t number : kept_) *behind++ = values_[number];
}

DrawnRows::DrawnRows(record::RowSource& rows, Columns& columns)
    : rows_(rows), columns_(columns), heading_{rows.heading().identity, columns.columns()} {}

std::span<const double> DrawnRows::next() {
  const auto width = static_cast<std::size_t>(rows_.heading().columns.count());
  const auto drawn = static_cast<std::size_t>(heading_.columns.count());
  const std::span<const double> rows = rows_.next();
  const std::size_t count = rows.size() / width;
  block_.resize(count * drawn);
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = rows.subspan(i * width, width);
    double* const to = block_.data() + i * drawn;
    std::copy(row.begin(), row.end(), to);
    columns_.fill(row, to + width);
  }
  return block_;
}

}  // namespace zwang::scene
