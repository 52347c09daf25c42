// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far coordinates, observables and forces go along a run, and when.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "flow/sampler.h"
#include "reduce/peak_watch.h"
#include "report/words/trajectory_parts.h"
#include "scene/body_arrows.h"
#include "zwang/run.h"

namespace zwang {

class RunPeaks {
 public:
  RunPeaks(const Model& model, motion::RightSide& side, motion::Sampler& sampler,
           scene::BodyArrows& arrows);
  RunPeaks(const RunPeaks&) = delete;
  RunPeaks& operator=(const RunPeaks&) = delete;

  /// A sample as the sampler filled it in, and with the arrows behind.
  void sample(double t, std::span<const double> row, std::span<const double> with_arrows) noexcept;
  void step(const motion::StepView& step) noexcept { watch_->step(step); }
  void save(std::vector<double>& memory) const { watch_->save(memory); }
  void restore(const std::vector<double>& memory, std::size_t from) {
    watch_->restore(memory, from);
  }
  /// All that peaks are told of, at a state.
  std::vector<double> at_state(const State& state);
  /// Fills in Summary::peaks; what may have been missed of each.
  std::vector<Trajectory::Parts::PeakDoubt> tell(Summary& summary) const;

 private:
  /// One number, made of some of a row: itself, or the size of a vector.
  struct Quantity {
    std::string name;
    const char* kind;
    Index first = 0, count = 0;
    bool of_arrows = false;
  };
  void add_forces(const Model& model);
  void gather(std::span<const double> row, std::span<const double> with_arrows,
              double* values) noexcept;
  void values(double t, const double* y, double* values) noexcept;

  motion::Sampler& sampler_;
  scene::BodyArrows& arrows_;
  std::vector<Quantity> quantities_;
  bool needs_instant_ = false;  // there are forces or observables among them
  std::vector<double> row_, values_, recorded_;
  std::unique_ptr<motion::PeakWatch> watch_;
};

}  // namespace zwang
