// SPDX-License-Identifier: Apache-2.0
#include "api/run/recorder.h"

#include <algorithm>
#include <filesystem>

#include "record/file.h"
#include "record/part_reader.h"

namespace zwang {

namespace {

// Numbers of a kept run that are read back into memory: 128 MiB. More stays in its file.
constexpr std::size_t most_numbers = std::size_t{1} << 24;
constexpr std::chrono::seconds between_checkpoints{1};
constexpr int share_of_checkpoints = 30;  // at most one part of so many of a run's time

record::PartWriter open_part(const std::string& keep, const record::Heading& heading,
                             const Resumption* resumption) {
  const std::string path = part_path(keep);
  if (resumption) {
    const auto rows = static_cast<Index>(resumption->snapshot.samples);
    return record::PartWriter::resume(path, heading, rows);
  }
  // The checkpoint of a run that is to be replaced would fit the new one, but not its rows.
  std::error_code nothing_there;
  std::filesystem::remove(checkpoint_path(keep), nothing_there);
  return record::PartWriter(path, heading);
}

}  // namespace

std::string part_path(const std::string& keep) { return keep + ".part"; }
std::string checkpoint_path(const std::string& keep) { return keep + ".checkpoint"; }

RunRecorder::RunRecorder(motion::Sampler& sampler, ShownRow& shown, RunMeasures& measures,
                         scene::BodyArrows& arrows, record::Heading heading, std::string keep,
                         const Resumption* resumption)
    : sampler_(sampler),
      shown_(shown),
      measures_(measures),
      arrows_(arrows),
      heading_(std::move(heading)),
      keep_(std::move(keep)),
      row_(sampler.layout().width) {
  if (keep_.empty()) {
    table_.emplace(heading_);
  } else {
    part_.emplace(open_part(keep_, heading_, resumption));
  }
  if (resumption) {
    rows_ = resumption->snapshot.samples;
    seconds_before_ = resumption->seconds;
  }
}

void RunRecorder::pick(std::vector<Index> columns) {
  picked_row_.resize(columns.size());
  picked_ = std::move(columns);
}

void RunRecorder::prepare(std::size_t rows) {
  if (table_) table_->prepare(static_cast<Index>(rows));
}

void RunRecorder::follow(RunReductions* reductions, RunPeaks* peaks) {
  reductions_ = reductions;
  peaks_ = peaks;
}

void RunRecorder::take_step(const motion::StepView& step) noexcept {
  if (reductions_) reductions_->step(step);
  if (peaks_) peaks_->step(step);
}

void RunRecorder::restore(const std::vector<double>& memory) {
  const std::size_t taken = reductions_ ? reductions_->restore(memory) : 0;
  if (peaks_) peaks_->restore(memory, taken);
}

void RunRecorder::report_to(std::function<bool(const Progress&)> goes_on, double from,
                            double until) {
  goes_on_ = std::move(goes_on);
  progress_.from = from;
  progress_.until = until;
}

double RunRecorder::seconds() const {
  return seconds_before_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

void RunRecorder::remember() noexcept {
  if (!wrong_) wrong_ = std::current_exception();
}

void RunRecorder::sample(double t, const double* y) noexcept {
  if (wrong_) return;
  const Instant& now = sampler_.fill(t, y, row_.data());
  std::span<const double> row = arrows_.add_to(measures_.add_to(shown_.show(row_)), t, y, now);
  if (peaks_) peaks_->sample(t, row_, row);
  if (picked_) {
    for (std::size_t k = 0; k < picked_->size(); ++k)
      picked_row_[k] = row[static_cast<std::size_t>((*picked_)[k])];
    row = picked_row_;
  }
  try {
    if (table_) {
      if (table_->room() == 0) table_->prepare(1);
      table_->append(row);
    } else if (!part_->append(row)) {
      part_->check();
    }
    ++rows_;
  } catch (...) {
    remember();
  }
}

std::vector<double> RunRecorder::row_at(const State& state) {
  std::vector<double> y = state.q;
  y.insert(y.end(), state.v.begin(), state.v.end());
  y.insert(y.end(), 3, 0.0);  // works
  const Instant& now = sampler_.fill(state.t, y.data(), row_.data());
  const std::span<const double> row =
      arrows_.add_to(measures_.add_to(shown_.show(row_)), state.t, y.data(), now);
  if (!picked_) return {row.begin(), row.end()};
  std::vector<double> some;
  for (const Index column : *picked_) some.push_back(row[at(column)]);
  return some;
}

bool RunRecorder::goes_on(double t, const motion::Tally& tally) noexcept {
  if (wrong_) return false;
  if (!goes_on_) return true;
  progress_.t = t;
  progress_.steps = tally.steps;
  try {
    return goes_on_(progress_);
  } catch (...) {
    remember();
    return false;
  }
}

bool RunRecorder::wants_snapshot() const noexcept {
  return part_ && !wrong_ && Clock::now() - saved_ >= until_next_;
}

void RunRecorder::save(const motion::Snapshot& snapshot) noexcept {
  const Clock::time_point begin = Clock::now();
  try {
    if (!part_->sync()) part_->check();  // on the disk before the checkpoint that counts them
    record::save_checkpoint(checkpoint_path(keep_),
                            to_checkpoint(snapshot, seconds(), heading_.identity));
    saved_ = Clock::now();
    until_next_ =
        std::max<Clock::duration>(between_checkpoints, share_of_checkpoints * (saved_ - begin));
  } catch (...) {
    remember();
  }
}

motion::Listener RunRecorder::listener() noexcept {
  motion::Listener listener;
  listener.self = this;
  listener.sample = [](void* self, double t, const double* y) noexcept {
    static_cast<RunRecorder*>(self)->sample(t, y);
  };
  listener.goes_on = [](void* self, double t, const motion::Tally& tally) noexcept {
    return static_cast<RunRecorder*>(self)->goes_on(t, tally);
  };
  listener.wants_snapshot = [](void* self) noexcept {
    return static_cast<RunRecorder*>(self)->wants_snapshot();
  };
  listener.snapshot = [](void* self, const motion::Snapshot& snapshot) noexcept {
    static_cast<RunRecorder*>(self)->save(snapshot);
  };
  listener.measures = [](void* self, double dt, const motion::Residuals& left) noexcept {
    static_cast<RunRecorder*>(self)->measures_.note(dt, left);
  };
  if (!reductions_ && !peaks_) return listener;
  listener.step = [](void* self, const motion::StepView& step) noexcept {
    static_cast<RunRecorder*>(self)->take_step(step);
  };
  listener.save = [](void* self, std::vector<double>& memory) {
    const RunRecorder& recorder = *static_cast<RunRecorder*>(self);
    memory.clear();
    if (recorder.reductions_) recorder.reductions_->save(memory);
    if (recorder.peaks_) recorder.peaks_->save(memory);
  };
  listener.restore = [](void* self, const std::vector<double>& memory) {
    static_cast<RunRecorder*>(self)->restore(memory);
  };
  return listener;
}

std::optional<record::Table> RunRecorder::close(const motion::RunResult& result) {
  if (!part_) {
    if (wrong_) std::rethrow_exception(wrong_);
    return std::move(table_);
  }
  // A method that starts afresh now and then may not have come to its first place to resume from.
  const bool resumable = !result.last.y.empty();
  if (result.ending == motion::Ending::interrupted && resumable) save(result.last);
  if (wrong_) std::rethrow_exception(wrong_);
  if (result.ending != motion::Ending::interrupted) {
    part_->finish();
  } else if (!part_->flush()) {
    part_->check();
  }
  part_.reset();
  if (rows_ * static_cast<std::size_t>(heading_.columns.count()) > most_numbers)
    return std::nullopt;
  record::PartReader reader(part_path(keep_));
  return record::read_table(reader);
}

}  // namespace zwang
