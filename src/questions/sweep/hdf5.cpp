// SPDX-License-Identifier: Apache-2.0
// Many runs as HDF5: a row for each run that was done.

#include "record/hdf5/file.h"

#include <algorithm>

#include "api/trouble.h"
#include "model/model_parts.h"
#include "zwang/sweep.h"
#include "zwang/version.h"

namespace zwang {

namespace {

record::Columns columns_of(const SweepResult& result) {
  std::vector<record::Column> columns{{"run", "number of the run, from 1", ""},
                                      {"status", "how it ended: number in /page/statuses", ""}};
  std::size_t next = 0;
  const auto add = [&](const std::string& name, const char* meaning, const char* otherwise) {
    const std::string unit = result.units.empty() ? "" : result.units[next++];
    const bool taken = std::any_of(columns.begin(), columns.end(),
                                   [&](const record::Column& one) { return one.name == name; });
    columns.push_back({taken ? otherwise + ("(" + name + ")") : name, meaning, unit});
  };
  for (const std::string& name : result.varied) add(name, "varies", "varied");
  for (const std::string& name : result.watched) add(name, "watched", "watched");
  return record::Columns(std::move(columns));
}

record::Heading heading_of(const SweepResult& result) {
  const Description& description = result.model.description();
  record::Heading heading{
      {std::string(version()),
       description.title,
       description.source,
       result.model.parts().fingerprint,
       "sweep: " + result.asked.scheme + ", seed " + std::to_string(result.asked.seed),
       {}},
      columns_of(result)};
  for (std::size_t k = 0; k < result.model.parameters().size(); ++k) {
    heading.identity.parameters.push_back(
        {result.model.parameters()[k], result.model.parameter_values()[k]});
  }
  return heading;
}

/// A row at a time.
class SweepRows : public record::RowSource {
 public:
  explicit SweepRows(const SweepResult& result) : result_(result), heading_(heading_of(result)) {}
  const record::Heading& heading() const noexcept override { return heading_; }

  std::span<const double> next() override {
    while (at_ < result_.runs.size() && !result_.runs[at_].done) ++at_;
    if (at_ == result_.runs.size()) return {};
    const SweepRun& run = result_.runs[at_++];
    row_ = {static_cast<double>(at_), status_of(run)};
    row_.insert(row_.end(), run.varied.begin(), run.varied.end());
    row_.insert(row_.end(), run.watched.begin(), run.watched.end());
    return row_;
  }

  /// In the order of their numbers, a line each.
  static std::string statuses(const SweepResult& result) {
    std::string text = "ok\nevent\n";
    for (const SweepFailure& one : failures(result)) text += one.status + '\n';
    return text;
  }

 private:
  double status_of(const SweepRun& run) {
    if (run.ok()) return run.status == "ok" ? 0 : 1;
    const auto same = std::find_if(failures_.begin(), failures_.end(), [&](const auto& one) {
      return one.status == run.status && (run.status != "refused" || one.message == run.message);
    });
    return 2 + static_cast<double>(same - failures_.begin());
  }

  const SweepResult& result_;
  record::Heading heading_;
  std::vector<SweepFailure> failures_ = failures(result_);
  std::vector<double> row_;
  std::size_t at_ = 0;
};

}  // namespace

void write_hdf5(const SweepResult& result, const std::string& path) {
  SweepRows rows(result);
  const record::NamedText texts[] = {{"statuses", SweepRows::statuses(result)},
                                     {"summary", to_json(result)}};
  try {
    record::write_hdf5(path, rows, texts);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang
