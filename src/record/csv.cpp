// SPDX-License-Identifier: Apache-2.0
#include "record/csv.h"

#include "base/number.h"
#include "record/aside.h"

namespace zwang::record {

namespace {

constexpr std::size_t kBuffer = 1 << 18;

std::string comment(const std::string& text) {
  std::string line = "# " + text;
  for (char& c : line)
    if (c == '\n' || c == '\r') c = ' ';  // the next line would be taken for data
  return line + "\n";
}

std::string comments(const Identity& identity) {
  std::string text = comment("zwang " + identity.version);
  if (!identity.title.empty()) text += comment("title: " + identity.title);
  text += comment("model: " + identity.model + " (" + hex_text(identity.model_hash) + ")");
  text += comment("method: " + identity.method);
  for (const Parameter& p : identity.parameters)
    text += comment("parameter: " + p.name + " = " + number_text(p.value));
  return text;
}

/// A name as a field: in quotes where a reader would otherwise see something else (RFC 4180).
std::string field(const std::string& name) {
  const bool plain = name.find_first_of(",\"\r\n") == std::string::npos && name.front() != '#' &&
                     name.front() != ' ' && name.back() != ' ';
  if (plain) return name;
  std::string quoted = "\"";
  for (char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string names(const Columns& columns) {
  std::string line;
  for (const Column& column : columns) {
    if (!line.empty()) line += ',';
    line += field(column.name);
  }
  return line += '\n';
}

/// "# units: s, m, -", in the order of the columns, - of what has none; nothing where nothing has one.
std::string units(const Columns& columns) {
  std::string line;
  bool any = false;
  for (const Column& column : columns) {
    any = any || !column.unit.empty();
    line += (line.empty() ? "" : ", ") + (column.unit.empty() ? "-" : column.unit);
  }
  return any ? comment("units: " + line) : "";
}

/// Collects rows as text and hands them on in large pieces.
class RowPrinter {
 public:
  RowPrinter(AsideFile& file, Index width) : file_(file), width_(width), buffer_(kBuffer, '\0') {}

  void print(std::span<const double> rows) {
    for (; !rows.empty(); rows = rows.subspan(width_)) {
      for (double value : rows.first(width_)) print(value);
      buffer_[used_ - 1] = '\n';  // for the last comma
    }
  }

  void flush() {
    file_.write(std::string_view(buffer_).substr(0, used_));
    used_ = 0;
  }

 private:
  void print(double value) {
    if (used_ + kNumberLength + 1 > kBuffer) flush();
    char* const end = write_number(value, buffer_.data() + used_);
    *end = ',';
    used_ = static_cast<std::size_t>(end + 1 - buffer_.data());
  }

  AsideFile& file_;
  std::size_t width_, used_ = 0;
  std::string buffer_;
};

}  // namespace

void write_csv(const std::string& path, RowSource& source) {
  AsideFile file(path);
  const Heading& heading = source.heading();
  file.write(comments(heading.identity) + units(heading.columns) + names(heading.columns));
  RowPrinter printer(file, heading.columns.count());
  for (auto rows = source.next(); !rows.empty(); rows = source.next()) printer.print(rows);
  printer.flush();
  file.commit();
}

}  // namespace zwang::record
