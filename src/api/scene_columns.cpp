// SPDX-License-Identifier: Apache-2.0
#include "api/scene_columns.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>

#include "motion/kept_rows.h"

namespace zwang {

namespace {

// States aside of the start at which a number must be equal to be called so; chance has no part.
constexpr std::uint64_t most_trials = 4;

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Numbers and the states at which they were taken.
struct Trials {
  std::vector<State> states;
  std::vector<std::vector<double>> numbers;
};

Trials try_states(const Model& model, SceneNumbers& numbers) {
  Trials trials;
  for (std::uint64_t k = 0; k < most_trials; ++k) {
    State state = model.start();
    state.t += 0.37 * static_cast<double>(k);
    if (k > 0) {
      motion::draw_aside(k, 0.3, static_cast<Index>(state.q.size()), state.q.data(),
                         state.v.data());
    }
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

SceneColumns::SceneColumns(const Model& model, SceneNumbers& numbers,
                           const record::Columns& recorded)
    : numbers_(numbers), places_(numbers.size()), state_(model.start()), values_(numbers.size()) {
  time_ = std::max<Index>(recorded.find(model.description().time.text), 0);
  for (const std::string& name : model.coordinates()) {
    q_.push_back(recorded.find(name));
    v_.push_back(recorded.find(name + "'"));
  }
  std::vector<record::Column> columns(recorded.begin(), recorded.end());
  const auto before = static_cast<Index>(columns.size());
  find_places(model, before);
  for (const std::size_t number : kept_) columns.push_back({name_of(model, number), "drawing", ""});
  columns_ = record::Columns(std::move(columns));
}

// Numbers that are the same in all trials, the end of a line and the point that it names, share a
// column.
void SceneColumns::find_places(const Model& model, Index before) {
  const Trials trials = try_states(model, numbers_);
  std::map<std::vector<std::uint64_t>, Index> known;
  const CoordinateFinder coordinates(trials);
  for (std::size_t number = 0; number < places_.size(); ++number) {
    const bool constant = is_constant(trials, number);
    const Index i = constant ? -1 : coordinates.find(number);
    if (constant) {
      places_[number].value = trials.numbers[0][number];
    } else if (i >= 0 && q_[static_cast<std::size_t>(i)] >= 0) {
      places_[number].column = q_[static_cast<std::size_t>(i)];
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

// drawing(crank).x, drawing(crank).turn.w; drawing(d3[1]).y has no other name.
std::string SceneColumns::name_of(const Model& model, std::size_t number) const {
  static const char* const parts[] = {"x", "y", "z", "turn.w", "turn.x", "turn.y", "turn.z"};
  if (number < 7 * numbers_.bodies())
    return "drawing(" + model.bodies()[number / 7] + ")." + parts[number % 7];
  const auto& vectors = numbers_.vectors();
  const auto after = std::upper_bound(
      vectors.begin(), vectors.end(), number,
      [](std::size_t at, const SceneNumbers::Vector& vector) { return at < vector.first; });
  const auto vector = after - 1;
  return "drawing(" + std::to_string(vector - vectors.begin() + 1) + ":" + vector->what.name +
         vector->place + ")." + parts[number - vector->first];
}

void SceneColumns::read_state(std::span<const double> row, State& state) const {
  const auto at = [&](Index column) {
    return column < 0 ? 0.0 : row[static_cast<std::size_t>(column)];
  };
  state.t = at(time_);
  state.q.resize(q_.size());
  state.v.resize(q_.size());
  for (std::size_t i = 0; i < q_.size(); ++i) {
    state.q[i] = at(q_[i]);
    state.v[i] = at(v_[i]);
  }
}

void SceneColumns::fill(std::span<const double> recorded, double* behind) {
  if (kept_.empty()) return;
  read_state(recorded, state_);
  numbers_.fill(state_.t, state_.q.data(), state_.v.data(), values_.data());
  for (const std::size_t number : kept_) *behind++ = values_[number];
}

DrawnRows::DrawnRows(record::RowSource& rows, SceneColumns& columns)
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

}  // namespace zwang
