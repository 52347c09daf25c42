// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <charconv>

#include "record/aside.h"
#include "record/file.h"
#include "record/json_writer.h"
#include "report/coding.h"
#include "report/contents.h"
#include "report/groups.h"
#include "report/html.h"
#include "report/template.h"

namespace zwang::report {

namespace {

using record::JsonWriter;

// Where an axis begins and ends.
double shortened(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 7).ptr;
  std::from_chars(text, end, x);
  return x;
}

void put_column(JsonWriter& json, const record::Column& column, const PageColumn& numbers) {
  const Group group = group_of(column);
  json.begin_object();
  json.key("name").text(column.name).key("meaning").text(column.meaning);
  json.key("group").text(group.name).key("of").text(group.of).key("unit").text(column.unit);
  json.key("type").text(numbers.count > 0 ? numbers.numbers.type : "f64");
  json.key("offset").integer(static_cast<std::int64_t>(numbers.offset));
  json.key("count").integer(static_cast<std::int64_t>(numbers.count));
  json.key("min").number(shortened(numbers.least)).key("max").number(shortened(numbers.most));
  json.end_object();
}

/// The writer's lines, which are for people, joined. No string contains a line end.
std::string joined(const std::string& json) {
  std::string text;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\n') {
      text += json[i];
    } else {
      while (i + 1 < json.size() && json[i + 1] == ' ') ++i;
    }
  }
  return text;
}

// What the record tells of the picture, with what is known only now before it.
std::string scene_json(const record::RecordFile& record, const Contents& contents,
                       const std::string& stored) {
  JsonWriter json;
  json.begin_object();
  json.key("format").integer(1);
  json.key("samples").integer(static_cast<std::int64_t>(contents.samples));
  json.key("data").begin_object();
  json.key("bytes").integer(static_cast<std::int64_t>(contents.bytes()));
  json.key("coding").text("deflate").end_object();
  json.key("columns").begin_array();
  const auto recorded = static_cast<std::size_t>(record.columns().count());
  for (std::size_t k = 0; k < contents.columns.size(); ++k) {
    const record::Column& column =
        k < recorded ? record.columns()[static_cast<Index>(k)] : contents.added[k - recorded];
    put_column(json, column, contents.columns[k]);
  }
  json.end_array().members(stored).end_object();
  return joined(std::move(json).finish());
}

const std::string& needed(const std::optional<std::string>& text,
                          const record::RecordFile& record) {
  if (!text || text->empty())
    throw record::FileError(record.path(), "has no page texts: it was written without them");
  return *text;
}

}  // namespace

std::string fill(std::string_view page_template, const PageParts& parts) {
  const std::pair<std::string_view, const std::string*> marks[] = {{"%ZWANG_TITLE%", &parts.title},
                                                                   {"%ZWANG_WORDS%", &parts.words},
                                                                   {"%ZWANG_SCENE%", &parts.scene},
                                                                   {"%ZWANG_DATA%", &parts.data}};
  std::string page;
  page.reserve(page_template.size() + parts.words.size() + parts.scene.size() + parts.data.size());
  while (!page_template.empty()) {
    const std::size_t at = std::min(page_template.find("%ZWANG_"), page_template.size());
    page += page_template.substr(0, at);
    page_template.remove_prefix(at);
    bool found = false;
    for (const auto& [mark, part] : marks) {
      if (found || !page_template.starts_with(mark)) continue;
      page += *part;
      page_template.remove_prefix(mark.size());
      found = true;
    }
    if (found || page_template.empty()) continue;
    page += page_template.front();
    page_template.remove_prefix(1);
  }
  return page;
}

std::string make_page(const record::RecordFile& record, std::string_view page_template) {
  const auto words = record.text("words"), scene = record.text("scene");
  const std::string& stored = needed(scene, record);
  if (stored.front() != '{' || stored.find('}') == stored.npos) needed({}, record);
  const Contents contents = choose_contents(record);
  PageParts parts;
  parts.title = html_text(record.title().empty() ? record.model() : record.title());
  parts.words = needed(words, record) + contents_html(record, contents);
  parts.scene = json_in_html(scene_json(record, contents, stored));
  parts.data = base64(contents.stream());
  return fill(page_template, parts);
}

void write_page(const std::string& record_path, const std::string& page_path,
                record::Unsealed unsealed) {
  const record::RecordFile record(record_path, unsealed);
  record::replace_file(page_path, make_page(record, page_template()));
}

}  // namespace zwang::report
