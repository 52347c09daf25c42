// SPDX-License-Identifier: Apache-2.0
// Two runs on one page: words and the table here, curves over each other by the page itself.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "api/trouble.h"
#include "record/file.h"
#include "report/html.h"
#include "report/page.h"
#include "zwang/compare.h"

namespace zwang {

namespace {

constexpr std::size_t most_rows = 20;

using report::html_name;
using report::html_text;

std::string shown(double x, int digits) {
  if (!std::isfinite(x)) return "–";
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

std::string row(const std::vector<std::string>& texts, const char* tag) {
  std::string cells = "<tr>";
  for (const std::string& text : texts)
    cells += std::string("<") + tag + ">" + text + "</" + tag + ">";
  return cells + "</tr>\n";
}

std::vector<const Comparison::Column*> ordered(const Comparison& found) {
  std::vector<const Comparison::Column*> columns;
  for (const Comparison::Column& column : found.columns)
    if (column.largest > 0) columns.push_back(&column);
  std::stable_sort(columns.begin(), columns.end(),
                   [](const auto* a, const auto* b) { return a->relative() > b->relative(); });
  return columns;
}

std::string table(const Comparison& found) {
  const std::vector<const Comparison::Column*> columns = ordered(found);
  if (columns.empty()) return "<p>All columns are equal to the last bit.</p>\n";
  std::string rows;
  for (std::size_t k = 0; k < std::min(columns.size(), most_rows); ++k) {
    const Comparison::Column& one = *columns[k];
    const std::string unit = one.unit.empty() ? "" : " " + html_text(one.unit);
    rows += row({html_name(one.name), shown(one.largest, 4) + unit, shown(one.relative(), 2),
                 shown(one.at, 6), shown(one.first, 10), shown(one.second, 10)},
                "td");
  }
  std::string text =
      "<table><thead>" +
      row({"", "difference", "relative", "at " + html_name(found.variable), "first", "second"},
          "th") +
      "</thead>\n<tbody>" + rows + "</tbody></table>\n";
  if (columns.size() > most_rows) {
    text += "<p>… and " + std::to_string(columns.size() - most_rows) +
            " more columns differ; zwang compare --all lists them.</p>\n";
  }
  return text;
}

std::string only_in(const std::vector<std::string>& names, const char* which) {
  if (names.empty()) return {};
  std::string list;
  for (std::size_t k = 0; k < std::min<std::size_t>(names.size(), 8); ++k)
    list += (k == 0 ? "" : ", ") + html_name(names[k]);
  return std::string("<p>Only in the ") + which + ": " + list + (names.size() > 8 ? ", …" : "") +
         ".</p>\n";
}

}  // namespace

void write_comparison(const Comparison& found, const std::string& first, const std::string& second,
                      const std::string& page) {
  const std::string words =
      "<section id=\"comparison\"><h2>Comparison</h2>\n<p>The first run, " + html_text(first) +
      ", is drawn in full; the second, " + html_text(second) +
      ", dashed and pale behind its curves. What else is on this page is of the first.</p>\n" +
      table(found) + only_in(found.only_first, "first") + only_in(found.only_second, "second") +
      "</section>\n";
  try {
    report::write_comparison(first, second, words, page);
  } catch (const record::FileError& error) {
    throw_trouble(error);
  }
}

}  // namespace zwang
