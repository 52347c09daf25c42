// SPDX-License-Identifier: Apache-2.0
#include "report/contents.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "report/groups.h"
#include "report/heads.h"
#include "report/html.h"

namespace zwang::report {

namespace {

// A screen has a few thousand points across: a million samples allow to look closer, hundreds of times.
constexpr std::uint64_t most_samples = 1000000;
// Of deflated numbers; in base64 they take a third more. A page stays below 1.5 and 30 MB.
constexpr std::uint64_t least_budget = 250000, most_budget = 21000000, budget_per_sample = 21;
// Doubles as they are, while all of them together take no more.
constexpr std::uint64_t most_exact = 250000;
constexpr int precisions[] = {24, 20, 17, 14};
// Numbers of a column by which its size is judged.
constexpr std::uint64_t window = 16384;

bool is_time(const record::RecordFile& record, Index column) {
  return group_of(record.columns()[column]).name == "time";
}

// Times differ little from one to the next: less exact ones would fall together.
Precision precision_of(const record::RecordFile& record, Index column, Precision precision) {
  return is_time(record, column) ? Precision{} : precision;
}

PageColumn make_column(const std::vector<double>& values, Precision precision) {
  PageColumn column;
  column.count = values.size();
  column.numbers = code(values, precision);
  Head head;
  measure(values, head);
  column.least = head.least;
  column.most = head.most;
  return column;
}

PageColumn make_column(const record::RecordFile& record, Index number, const Contents& contents) {
  return make_column(record.column(number, 0, contents.stride, contents.samples),
                     precision_of(record, number, contents.precision));
}

// Energy less its start and less the works: by doubles, since of rounded ones nothing would be left.
void add_balance(const record::RecordFile& record, Contents& contents) {
  std::vector<double> balance;
  for (const char* meaning : balance_parts) {
    const auto at = std::find_if(record.columns().begin(), record.columns().end(),
                                 [&](const record::Column& c) { return c.meaning == meaning; });
    if (at == record.columns().end()) return;
    const auto values = record.column(static_cast<Index>(at - record.columns().begin()), 0,
                                      contents.stride, contents.samples);
    if (balance.empty()) balance.assign(values.size(), 0.0);
    const double sign = *meaning == 'e' ? 1.0 : -1.0;
    for (std::size_t i = 0; i < values.size(); ++i) balance[i] += sign * (values[i] - values[0]);
  }
  contents.added.push_back(balance_column());
  contents.columns.push_back(make_column(balance, contents.precision));
}

// How many bytes each column takes, judged by its middle.
std::vector<double> judge(const record::RecordFile& record, const Contents& contents) {
  const std::uint64_t count = std::min(window, contents.samples);
  const std::uint64_t first = (contents.samples - count) / 2 * contents.stride;
  std::vector<double> sizes;
  for (Index k = 0; k < record.columns().count(); ++k) {
    const auto part = record.column(k, first, contents.stride, count);
    const Coded coded = code(part, precision_of(record, k, contents.precision));
    sizes.push_back(static_cast<double>(coded.deflated.size()) *
                    static_cast<double>(contents.samples) / static_cast<double>(count));
  }
  return sizes;
}

double sum(const std::vector<double>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 0.0);
}

// Columns by interest, those that are left out first at the end.
std::vector<Index> by_interest(const record::Columns& columns) {
  std::vector<Index> order(columns.count());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return group_of(columns[a]).interest < group_of(columns[b]).interest;
  });
  return order;
}

// A picture without some of its bodies would be another: what is drawn is never left out.
std::vector<bool> find_drawn(const record::RecordFile& record) {
  std::vector<bool> drawn;
  for (const record::Column& column : record.columns()) {
    const std::string group = group_of(column).name;
    drawn.push_back(group == "time" || group == "extremal" || group == "drawing");
  }
  std::istringstream text(record.text("drawn").value_or(""));
  for (std::size_t column = 0; text >> column;)
    if (column < drawn.size()) drawn[column] = true;
  return drawn;
}

// Where what is drawn is too much by itself there are fewer samples. Those of extremals stay: they are
// counted from the first.
void leave_room_for(const record::RecordFile& record, const std::vector<bool>& drawn,
                    Contents& contents, std::vector<double>& sizes) {
  double needed = 0;
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    if (group_of(record.columns()[static_cast<Index>(k)]).name == "extremal") return;
    if (drawn[k]) needed += sizes[k];
  }
  const double parts = std::ceil(needed / static_cast<double>(most_budget));
  if (!(parts > 1)) return;
  contents.stride *= static_cast<std::uint64_t>(parts);
  contents.samples = (record.rows() + contents.stride - 1) / contents.stride;
  for (double& size : sizes) size /= parts;
}

}  // namespace

std::uint64_t Contents::bytes() const {
  std::uint64_t total = 0;
  for (const PageColumn& column : columns) total += column.numbers.bytes;
  return total;
}

std::string Contents::stream() const {
  std::vector<Coded> all;
  for (const PageColumn& column : columns)
    if (column.count > 0) all.push_back(column.numbers);
  return zlib_stream(all);
}

Contents choose_contents(const record::RecordFile& record) {
  const std::vector<bool> drawn = find_drawn(record);
  const record::Columns& columns = record.columns();
  const auto width = static_cast<std::uint64_t>(columns.count());
  Contents contents;
  contents.stride = std::max<std::uint64_t>((record.rows() + most_samples - 1) / most_samples, 1);
  contents.samples = (record.rows() + contents.stride - 1) / contents.stride;
  contents.columns.resize(width);
  if (contents.samples == 0) return contents;

  const auto budget = static_cast<double>(
      std::clamp(budget_per_sample * contents.samples, least_budget, most_budget));
  std::vector<double> sizes(width, 0.0);
  if (8 * width * contents.samples > most_exact) {
    for (const int bits : precisions) {
      contents.precision.bits = bits;
      sizes = judge(record, contents);
      if (sum(sizes) <= budget) break;
    }
    leave_room_for(record, drawn, contents, sizes);
  }
  double used = 0;
  for (const Index k : by_interest(columns)) {
    used += sizes[k];
    if (used > budget && !drawn[k]) {
      contents.left_out.push_back(k);
    } else {
      contents.columns[k] = make_column(record, k, contents);
    }
  }
  add_balance(record, contents);
  std::uint64_t offset = 0;
  for (PageColumn& column : contents.columns) {
    column.offset = offset;
    offset += column.numbers.bytes;
  }
  std::sort(contents.left_out.begin(), contents.left_out.end());
  return contents;
}

std::string contents_html(const record::RecordFile& record, const Contents& contents) {
  constexpr std::size_t most_names = 12;
  std::string words;
  if (contents.stride > 1)
    words += "<p>Of " + std::to_string(record.rows()) + " samples this page has one in " +
             std::to_string(contents.stride) + ".</p>\n";
  if (contents.precision.bits <= 24) {
    const int digits = static_cast<int>(contents.precision.bits * 0.30103);
    words += "<p>Its numbers are rounded to " + std::to_string(digits) + " digits.</p>\n";
  }
  if (!contents.left_out.empty()) {
    words += "<p>Left out to save space: ";
    for (std::size_t k = 0; k < std::min(most_names, contents.left_out.size()); ++k)
      words += (k > 0 ? ", " : "") + html_name(record.columns()[contents.left_out[k]].name);
    if (contents.left_out.size() > most_names)
      words += " and " + std::to_string(contents.left_out.size() - most_names) + " more columns";
    words += ".</p>\n";
  }
  if (words.empty()) return {};
  return "<section id=\"holds\"><h2>Data on this page</h2>\n" + words +
         "<p>The HDF5 file has all samples and columns, with all digits.</p>\n</section>\n";
}

}  // namespace zwang::report
