// SPDX-License-Identifier: Apache-2.0
#include "api/drawn_results.h"

#include <limits>

#include "report/words/extremal_parts.h"
#include "report/words/trajectory_parts.h"

namespace zwang {

namespace {

constexpr std::size_t most_events = 1000;

void add_events(const Summary& summary, scene::Scene& scene) {
  for (std::size_t k = 0; k < std::min(most_events, summary.events.size()); ++k) {
    const RunEvent& event = summary.events[k];
    scene.events.push_back({event.state.t, event.name, event.text});
  }
}

void add_extremals(const Extremals& extremals, scene::Scene& scene) {
  scene.kind = "extremals";
  const std::vector<ExtremalCurve>& curves = extremals.summary().extremals;
  const std::size_t count = curves.empty() ? 0 : extremals.samples() / curves.size();
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const double action = curves[k].action.value_or(std::numeric_limits<double>::quiet_NaN());
    scene.extremals.push_back({std::to_string(k + 1), curves[k].verdict, action, k * count, count});
  }
}

/// Rows that are drawn, with those that they are made of.
class OwnRows : public record::RowSource {
 public:
  OwnRows(std::unique_ptr<record::RowSource> rows, scene::Columns& columns)
      : rows_(std::move(rows)), drawn_(*rows_, columns) {}
  const record::Heading& heading() const noexcept override { return drawn_.heading(); }
  std::span<const double> next() override { return drawn_.next(); }

 private:
  std::unique_ptr<record::RowSource> rows_;
  scene::DrawnRows drawn_;
};

}  // namespace

DrawnResults::DrawnResults(const Model& model, bool motion, Source source)
    : source_(std::move(source)), numbers_(model, motion) {
  const auto rows = source_();
  columns_.emplace(model, numbers_, rows->heading().columns);
  scene_ = scene::build_scene(model, numbers_, *columns_, *rows);
}

DrawnResults::DrawnResults(const Trajectory& trajectory)
    : DrawnResults(trajectory.model(), true, [&] { return trajectory.parts().source(); }) {
  const Trajectory::Parts& parts = trajectory.parts();
  scene::add_body_arrows(parts.arrows, scene_);
  scene::mark_not_unique(parts.summary, scene_);
  scene_.left_out.insert(scene_.left_out.end(), parts.left_out.begin(), parts.left_out.end());
  add_events(parts.summary, scene_);
}

DrawnResults::DrawnResults(const Extremals& extremals)
    : DrawnResults(extremals.model(), false, [&] { return extremals.parts().source(); }) {
  add_extremals(extremals, scene_);
}

std::unique_ptr<record::RowSource> DrawnResults::rows() {
  return std::make_unique<OwnRows>(source_(), *columns_);
}

}  // namespace zwang
