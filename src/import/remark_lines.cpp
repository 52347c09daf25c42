// SPDX-License-Identifier: Apache-2.0
// Remarks that say the same are one, with all their lines.

#include <algorithm>
#include <map>

#include "import/findings.h"
#include "import/model_text.h"

namespace zwang::import {

namespace {

using Kind = Remark::Kind;

constexpr std::size_t width = 98;  // a comment's mark comes before
constexpr std::size_t most_places = 200;

struct Group {
  std::string what;
  std::string source;  // empty: the robot's own file
  std::vector<int> lines;
};

std::vector<Group> groups_of(const Robot& robot, Kind kind) {
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> numbers;
  for (const Remark& remark : robot.remarks) {
    if (remark.kind != kind) continue;
    const std::string source = remark.source == robot.model.source ? "" : remark.source;
    const auto [place, fresh] = numbers.try_emplace({remark.what, source}, groups.size());
    if (fresh) groups.push_back({remark.what, source, {}});
    std::vector<int>& lines = groups[place->second].lines;
    if (lines.empty() || lines.back() != remark.line) lines.push_back(remark.line);
  }
  return groups;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// Broken at blanks into lines that are not too long; all behind an indent.
void break_lines(const std::string& text, std::vector<std::string>& lines) {
  std::string line = " ";
  for (const std::string& word : words_of(text)) {
    if (line.size() + word.size() + 1 > width && line.size() > 4) {
      lines.push_back(line);
      line = "   ";
    }
    line += " " + word;
  }
  lines.push_back(line);
}

std::string text_of(const Group& group) {
  if (group.lines == std::vector<int>{0}) return group.what;  // of the whole file
  std::string text = group.what + (group.lines.size() > 1 ? " (lines" : " (line");
  for (std::size_t k = 0; k < std::min(group.lines.size(), most_places); ++k)
    text += (k > 0 ? ", " : " ") + std::to_string(group.lines[k]);
  if (group.lines.size() > most_places)
    text += " and " + std::to_string(group.lines.size() - most_places) + " more";
  return text + (group.source.empty() ? "" : " of " + printable(group.source)) + ")";
}

}  // namespace

std::vector<std::string> remark_lines(const Robot& robot) {
  constexpr std::pair<Kind, const char*> headings[] = {
      {Kind::left_out, "Left out, though it may matter to the motion:"},
      {Kind::noted, "Please note:"},
      {Kind::renamed, "Renamed:"},
      {Kind::unused, "Not needed for the motion:"}};
  std::vector<std::string> lines;
  for (const auto& [kind, heading] : headings) {
    const std::vector<Group> groups = groups_of(robot, kind);
    if (!groups.empty()) lines.push_back(heading);
    for (const Group& group : groups) break_lines(text_of(group), lines);
  }
  return lines;
}

}  // namespace zwang::import
