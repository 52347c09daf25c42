// SPDX-License-Identifier: Apache-2.0
// A record, read as results again.

#include "zwang/record.h"

#include <charconv>
#include <string_view>

#include "api/record_settings.h"
#include "api/trouble.h"
#include "record/hdf5/record_file.h"
#include "report/words/sample_table.h"

namespace zwang {

struct Record::Parts : SampleTable {
  bool of_extremals = false;
  std::string summary = {}, source = {}, text = {};
  Settings settings = {};
};

namespace {

constexpr std::uint64_t rows_at_a_time = 4096;

std::string text_of(const record::RecordFile& file, const char* name) {
  if (auto text = file.text(name)) return *std::move(text);
  throw record::FileError(file.path(), std::string("has no ") + name +
                                           ": an earlier version wrote it; run the model again");
}

template <class Number>
Number number_from(const record::RecordFile& file, std::string_view text) {
  Number number{};
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong != std::errc{} || end != text.data() + text.size())
    throw record::FileError(file.path(), "is damaged: '" + std::string(text) + "' is not a number");
  return number;
}

}  // namespace

Settings settings_of(const record::RecordFile& file) {
  const std::string text = text_of(file, "settings");
  Settings settings;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const auto space = line.rfind(' ');
    if (space == std::string_view::npos)
      throw record::FileError(file.path(), "is damaged: its settings cannot be read");
    settings[std::string(line.substr(0, space))] =
        number_from<double>(file, line.substr(space + 1));
  }
  return settings;
}

namespace {

// The columns that are shown, and behind them those that only records have.
std::vector<Index> kept_columns(const record::RecordFile& file, Index shown) {
  std::vector<Index> kept;
  for (Index k = 0; k < shown; ++k) kept.push_back(k);
  for (const char* const name : {"residual.position", "residual.velocity", "step"}) {
    const Index k = file.columns().find(name);
    if (k >= shown) kept.push_back(k);
  }
  return kept;
}

record::Table table_of(const record::RecordFile& file, const std::vector<Index>& kept,
                       const record::Heading& heading) {
  const std::uint64_t rows = file.rows();
  record::Table table(heading);
  table.prepare(static_cast<Index>(rows));
  std::vector<std::vector<double>> columns(kept.size());
  std::vector<double> row(kept.size());
  for (std::uint64_t first = 0; first < rows; first += rows_at_a_time) {
    const std::uint64_t count = std::min(rows_at_a_time, rows - first);
    for (std::size_t k = 0; k < kept.size(); ++k)
      columns[k] = file.column(kept[k], first, 1, count);
    for (std::uint64_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < kept.size(); ++k) row[k] = columns[k].at(i);
      table.append(row);
    }
  }
  return table;
}

std::shared_ptr<const Record::Parts> read(const std::string& path) {
  const record::RecordFile file(path);
  auto parts = std::make_shared<Record::Parts>();
  parts->summary = text_of(file, "summary");
  parts->text = text_of(file, "model");
  parts->source = file.model();
  parts->settings = settings_of(file);
  parts->of_extremals =
      text_of(file, "asked").find("\"kind\": \"extremals\"") != std::string::npos ||
      text_of(file, "asked").find("\"kind\":\"extremals\"") != std::string::npos;
  const auto shown = number_from<Index>(file, text_of(file, "shown"));
  if (shown < 1 || shown > file.columns().count())
    throw record::FileError(path, "is damaged: it shows " + std::to_string(shown) + " columns");
  const std::vector<Index> kept = kept_columns(file, shown);
  std::vector<record::Column> columns;
  for (const Index k : kept) columns.push_back(file.columns()[k]);
  parts->heading.columns = record::Columns(std::move(columns));
  parts->heading.identity.version = file.version();
  parts->heading.identity.title = file.title();
  parts->heading.identity.model = file.model();
  for (Index k = 0; k < shown; ++k) parts->columns.push_back(parts->heading.columns[k].name);
  parts->rows = static_cast<std::size_t>(file.rows());
  parts->table = table_of(file, kept, parts->heading);
  return parts;
}

}  // namespace

Record::Record(std::shared_ptr<const Parts> parts) : Samples(parts), parts_(std::move(parts)) {}
bool Record::of_extremals() const { return parts_->of_extremals; }
const std::string& Record::summary() const { return parts_->summary; }
const std::string& Record::source() const { return parts_->source; }
const std::string& Record::text() const { return parts_->text; }
const Settings& Record::settings() const { return parts_->settings; }
Model Record::model() const { return read_model(parts_->text, parts_->source, parts_->settings); }

Record read_record(const std::string& path) {
  try {
    return Record(read(path));
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang
