// SPDX-License-Identifier: Apache-2.0
#pragma once
// A section of a page, written from its heading to its end. Cells are HTML; whoever has a text of the
// user's makes it HTML first (report/html.h).

#include <string>
#include <string_view>
#include <vector>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang::report {

class Section {
 public:
  Section() = default;  // a part of one
  Section(std::string_view id, std::string_view heading);

  void paragraph(const std::string& html);
  void subheading(std::string_view words);
  /// A table of two columns is made of facts: what, and how it is.
  void begin_facts();
  void fact(std::string_view what, const std::string& html, bool number = false);
  /// A table with a heading for each column; the first cell of a row names it. `numbers`: which of
  /// them hold numbers.
  void begin_table(const std::vector<std::string_view>& headings, std::vector<bool> numbers);
  void row(const std::vector<std::string>& cells);
  void end_table();
  void add(std::string_view html) { html_ += html; }

  std::string finish() &&;
  std::string text() && { return std::move(html_); }

 private:
  std::string html_;
  std::vector<bool> numbers_;
};

/// Ten digits, as in a table.
std::string table_number(double x);

/// As many digits as are right, and ± how much: "0.27509 ± 3e−6"; "1.3 ± ?" where nothing is known.
std::string table_number(double x, double error);

/// Names as they stand in a sentence: <bdi>a</bdi>, <bdi>b</bdi>.
std::string html_names(const std::vector<std::string>& names);

/// "and 3 more are in the record", where not all are shown.
std::string more_in_record(std::size_t count, std::string_view what);

// The words of a page: what was computed, how, and by whose equations, as sections of HTML that are
// complete without the picture. Nothing in them depends on the time or the place of the run.

/// `command` is what repeats the run; empty: as the model file alone would be run. `left_out`: of
/// the picture, in sentences. `later`: where the equations would be written out, the mark stands instead, for
/// whoever makes a page: deriving them can take longer than the run.
std::string page_words(const Trajectory& trajectory, const std::string& command,
                       const std::vector<std::string>& left_out, bool later = false);
std::string page_words(const Extremals& extremals, const std::string& command,
                       const std::vector<std::string>& left_out, bool later = false);

inline constexpr std::string_view derived_mark = "<!-- written out -->\n";
/// The equations of motion written out, where the program can; else empty.
std::string derived_html(const Model& model);

}  // namespace zwang::report
