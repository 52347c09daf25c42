// SPDX-License-Identifier: Apache-2.0
#include "report/equations_html.h"

#include <algorithm>

#include "report/html.h"
#include "report/latex_reader.h"
#include "report/mathml.h"

namespace zwang::report {

namespace {

constexpr std::string_view note_mark = " && \\text{";

std::string_view without(std::string_view line, std::string_view end) {
  if (line.ends_with(end)) line.remove_suffix(end.size());
  return line;
}

// left &= right && \text{whose}: whose it is stands beside the formula.
std::string equation(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  line = without(line, " \\\\");
  std::string note;
  if (const std::size_t at = line.rfind(note_mark); at != std::string_view::npos) {
    note = plain_words(without(line.substr(at + note_mark.size()), "}"));
    line = line.substr(0, at);
  }
  const bool part = line.starts_with("&\\quad");
  std::string html = part ? "<div class=\"equation part\">" : "<div class=\"equation\">";
  html += "<math display=\"block\">" + mathml(line) + "</math>";
  if (!note.empty()) html += "<span class=\"note\">" + html_name(note) + "</span>";
  return html + "</div>\n";
}

// Words with formulas between dollars.
std::string sentence(std::string_view line) {
  std::string html;
  for (bool formula = false; !line.empty(); formula = !formula) {
    std::size_t end = 0;
    while (end < line.size() && line[end] != '$') end += line[end] == '\\' ? 2 : 1;
    const std::string_view piece = line.substr(0, end);
    html += formula ? "<math>" + mathml(piece) + "</math>" : html_text(plain_words(piece));
    line.remove_prefix(std::min(line.size(), end + 1));
  }
  return "<p>" + html + "</p>\n";
}

}  // namespace

std::string equations_html(std::string_view page) {
  std::string html;
  bool equations = false;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    const std::string_view line = page.substr(0, end);
    page.remove_prefix(std::min(page.size(), end + 1));
    if (line.starts_with("\\begin{align*}") || line.starts_with("\\end{align*}")) {
      equations = line.starts_with("\\begin");
    } else if (equations) {
      html += equation(line);
    } else if (line.starts_with("\\paragraph{")) {
      const std::string_view words = without(line.substr(11), ".}");
      html += "<h3>" + html_text(plain_words(words)) + "</h3>\n";
    } else if (!line.empty() && !line.starts_with("%") && !line.starts_with("\\section*")) {
      html += sentence(line);
    }
  }
  return html;
}

}  // namespace zwang::report
