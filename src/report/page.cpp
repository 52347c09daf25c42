// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <vector>

#include "record/aside.h"
#include "record/file.h"
#include "report/coding.h"
#include "report/contents.h"
#include "report/heads.h"
#include "report/html.h"
#include "report/template.h"
#include "report/words/section.h"

namespace zwang::report {

namespace {

std::string scene_of(const record::RecordFile& record, const Contents& contents,
                     const std::string& stored) {
  std::vector<Head> heads;
  const auto recorded = static_cast<std::size_t>(record.columns().count());
  for (std::size_t k = 0; k < contents.columns.size(); ++k) {
    const PageColumn& numbers = contents.columns[k];
    const record::Column& column =
        k < recorded ? record.columns()[static_cast<Index>(k)] : contents.added[k - recorded];
    heads.push_back({&column, numbers.count > 0 ? numbers.numbers.type : "f64", numbers.offset,
                     numbers.count, numbers.least, numbers.most});
  }
  return scene_json(contents.samples, contents.bytes(), "deflate", heads, stored);
}

void enliven(PageParts& parts) {
  parts.engine = live_parts().engine;
  parts.policy = live_parts().policy;
}

const std::string& needed(const std::optional<std::string>& text,
                          const record::RecordFile& record) {
  if (!text || text->empty())
    throw record::FileError(record.path(), "has no page texts: it was written without them");
  return *text;
}

// With the equations where the words left them out.
std::string whole_words(std::string words, const record::RecordFile& record,
                        const WrittenOut& written_out) {
  const std::size_t at = words.find(derived_mark);
  if (at != words.npos)
    words.replace(at, derived_mark.size(), written_out ? written_out(record) : std::string());
  return words;
}

PageParts parts_of(const record::RecordFile& record, const WrittenOut& written_out = {}) {
  const auto words = record.text("words"), scene = record.text("scene");
  const std::string& stored = needed(scene, record);
  if (stored.front() != '{' || stored.find('}') == stored.npos) needed({}, record);
  const Contents contents = choose_contents(record);
  PageParts parts;
  parts.title = html_text(record.title().empty() ? record.model() : record.title());
  parts.words =
      whole_words(needed(words, record), record, written_out) + contents_html(record, contents);
  parts.scene = json_in_html(scene_of(record, contents, stored));
  parts.data = base64(contents.stream());
  parts.asked = json_in_html(record.text("asked").value_or("{}"));
  return parts;
}

}  // namespace

std::string fill(std::string_view page_template, const PageParts& parts) {
  const std::pair<std::string_view, std::string_view> marks[] = {
      {"%ZWANG_TITLE%", parts.title},   {"%ZWANG_WORDS%", parts.words},
      {"%ZWANG_SCENE%", parts.scene},   {"%ZWANG_DATA%", parts.data},
      {"%ZWANG_ASKED%", parts.asked},   {"%ZWANG_ENGINE%", parts.engine},
      {"%ZWANG_POLICY%", parts.policy},
  };
  std::string page;
  page.reserve(page_template.size() + parts.words.size() + parts.scene.size() + parts.data.size() +
               parts.engine.size());
  while (!page_template.empty()) {
    const std::size_t at = std::min(page_template.find("%ZWANG_"), page_template.size());
    page += page_template.substr(0, at);
    page_template.remove_prefix(at);
    bool found = false;
    for (const auto& [mark, part] : marks) {
      if (found || !page_template.starts_with(mark)) continue;
      page += part;
      page_template.remove_prefix(mark.size());
      found = true;
    }
    if (found || page_template.empty()) continue;
    page += page_template.front();
    page_template.remove_prefix(1);
  }
  return page;
}

std::string make_page(const record::RecordFile& record, std::string_view page_template, bool live,
                      const WrittenOut& written_out) {
  PageParts parts = parts_of(record, written_out);
  if (live) enliven(parts);
  return fill(page_template, parts);
}

void write_page(const std::string& record_path, const std::string& page_path, bool live,
                const WrittenOut& written_out, record::Unsealed unsealed) {
  const record::RecordFile record(record_path, unsealed);
  record::replace_file(page_path, make_page(record, page_template(), live, written_out));
}

void write_comparison(const std::string& first_path, const std::string& second_path,
                      const std::string& words, const std::string& page_path) {
  const PageParts second = parts_of(record::RecordFile(second_path));
  PageParts parts = parts_of(record::RecordFile(first_path));
  parts.words.insert(0, words);
  parts.words += "<script type=\"application/json\" id=\"zwang-other-scene\">" + second.scene +
                 "</script>\n<script type=\"text/plain\" id=\"zwang-other-data\">" + second.data +
                 "</script>\n";
  record::replace_file(page_path, fill(page_template(), parts));
}

void write_studio(const std::string& title, const std::string& text, const std::string& page_path) {
  PageParts parts;
  parts.title = html_text(title);
  parts.words = "<section id=\"model\"><h2>Model</h2>\n<pre dir=\"ltr\"><code>" + html_text(text) +
                "</code></pre>\n</section>\n";
  parts.scene = parts.asked = "{}";
  enliven(parts);
  record::replace_file(page_path, fill(page_template(), parts));
}

bool can_live() { return !live_parts().engine.empty(); }

}  // namespace zwang::report
