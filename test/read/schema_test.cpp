// SPDX-License-Identifier: Apache-2.0
// The published schema is written from the reader's format. ZWANG_WRITE=1 (make schema) writes the
// file anew; without it the committed file must be the same.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "base/words/joints.h"
#include "formula/parse/letter.h"
#include "formula/parse/words.h"
#include "read/format.h"

namespace zwang::read {
namespace {

using Json = nlohmann::ordered_json;
using K = Form::Kind;

constexpr const char* schema_path = ZWANG_TEST_DATA "/../../doc/model.schema.json";
constexpr const char* not_blank_key = "^[^ \\t\\r\\n]+$";

Json reference(std::string_view name) { return {{"$ref", "#/$defs/" + std::string(name)}}; }

Json text_list(std::span<const std::string_view> words) {
  Json list = Json::array();
  for (const std::string_view word : words) list.push_back(word);
  return list;
}

/// Calls `take(word)` for the words of a group, or of all groups.
template <class Take>
void for_each_key(std::string_view groups, Take take) {
  std::size_t begin = 0;
  while ((begin = groups.find_first_not_of(" |", begin)) != std::string_view::npos) {
    const std::size_t end = std::min(groups.find_first_of(" |", begin), groups.size());
    take(std::string(groups.substr(begin, end - begin)));
    begin = end;
  }
}

std::vector<std::string_view> groups_of(std::string_view rule) {
  std::vector<std::string_view> groups;
  while (!rule.empty()) {
    const std::size_t end = std::min(rule.find('|'), rule.size());
    groups.push_back(rule.substr(0, end));
    rule.remove_prefix(std::min(end + 1, rule.size()));
  }
  return groups;
}

class SchemaWriter {
 public:
  Json write() {
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "A Zwang model, as its TOML file is parsed"}};
    schema.update(table(model_table));
    add_common();
    schema["$defs"] = std::move(definitions_);
    return schema;
  }

 private:
  /// What stands in many places; ranges and tables come as they are met.
  void add_common() {
    definitions_["text"] = {{"type", "string"}, {"pattern", "[^ \\t\\r\\n]"}};
    definitions_["name"] = name_definition();
    definitions_["components"] = {{"type", "array"},
                                  {"description", "Two in the plane, three in space."},
                                  {"minItems", 2},
                                  {"maxItems", 3},
                                  {"items", range(any_number)}};
    definitions_["references"] = {{"type", "array"},
                                  {"description", "Names of other things, each once."},
                                  {"minItems", 1},
                                  {"uniqueItems", true},
                                  {"items", reference("text")}};
  }

  static Json name_definition() {
    std::string letters = "A-Za-z_";
    for (char32_t c = 0x80, first = 0; c < 0x2000; ++c) {
      if (!formula::is_letter(c)) continue;
      if (first == 0) first = c;
      if (formula::is_letter(c + 1)) continue;
      letters += encode(first);
      if (c > first + 1) letters += '-';
      if (c > first) letters += encode(c);
      first = 0;
    }
    Json reserved = {"t", "pi", "π", "ground", "origin", "and", "or", "not", "in"};
    for (const std::string& function : formula::function_names()) reserved.push_back(function);
    return {{"type", "string"},
            {"description", "A letter (Latin or Greek) or _, then letters, digits and _."},
            {"pattern", "^[" + letters + "][0-9" + letters + "]*$"},
            {"not", {{"enum", reserved}}}};
  }

  Json range(const Range& range) {
    const std::string name(range.name);
    if (!definitions_.contains(name)) {
      Json number{{"type", range.whole ? "integer" : "number"}};
      const auto bound = [&](const char* key, double x) {
        if (range.whole) {
          number[key] = static_cast<long>(x);
        } else {
          number[key] = x;
        }
      };
      bound(range.above ? "exclusiveMinimum" : "minimum", range.least);
      bound(range.below ? "exclusiveMaximum" : "maximum", range.most);
      definitions_[name] = {{"anyOf", {number, reference("text")}}};
    }
    return reference(name);
  }

  Json list(const Form& form) {
    if (form.size.words == plane_or_space.words) return reference("components");
    Json result{{"type", "array"}};
    const std::size_t fewest = form.size.in_plane > 0 ? form.size.in_plane : form.size.fewest;
    if (fewest > 0) result["minItems"] = fewest;
    if (form.size.most != at_least_one.most) result["maxItems"] = form.size.most;
    result["items"] = form.items ? value(*form.items) : range(*form.range);
    return result;
  }

  /// A table whose keys are not known before.
  Json keyed(const Form& form) {
    Json result{{"type", "object"}};
    const bool names = form.kind == K::named || form.named != Named::coordinate;
    if (form.kind == K::pairs) result["minProperties"] = 1;
    if (form.kind != K::labelled)
      result["propertyNames"] = names ? reference("name") : Json{{"pattern", not_blank_key}};
    if (form.named == Named::body_point)
      result["propertyNames"] = {
          {"allOf", {reference("name"), {{"not", {{"enum", text_list(words::body_words())}}}}}}};
    result["additionalProperties"] = value(*form.items);
    return result;
  }

  Json value(const Form& form) {
    switch (form.kind) {
      case K::formula:
        return range(*form.range);
      case K::order:
        return {{"enum", {1, 2}}};
      case K::text:
        return reference("text");
      case K::free_text:
        return {{"type", "string"}};
      case K::name:
        if (form.named == Named::independent)
          return {{"anyOf", {{{"const", "t"}}, reference("name")}}};
        return reference("name");
      case K::word: {
        Json words = Json::array();
        for (const words::Word& one : form.words) words.push_back(one.word);
        return {{"enum", words}};
      }
      case K::truth:
        return {{"type", "boolean"}};
      case K::list:
        return list(form);
      case K::vector:
        return {{"anyOf", {reference("components"), range(any_number)}}};
      case K::references:
        return reference("references");
      case K::table:
        if (form.other) return {{"anyOf", {defined(*form.table), value(*form.other)}}};
        return defined(*form.table);
      case K::tables:
        return {{"type", "array"}, {"items", defined(*form.table)}};
      case K::named:
      case K::labelled:
      case K::pairs:
        return keyed(form);
      case K::joint_start:
        return Json::object();
      case K::either:
        return {{"anyOf", {value(*form.items), value(*form.other)}}};
    }
    return {};
  }

  Json defined(const Table& format) {
    const std::string name(format.name);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // keeps its place
      definitions_[name] = table(format);
    }
    return reference(name);
  }

  Json table(const Table& format) {
    Json result{{"type", "object"}};
    if (!format.about.empty()) result["description"] = format.about;
    result["additionalProperties"] = false;
    for (const Row& row : format.rows)
      if (row.need == Need::yes) result["required"].push_back(row.key);
    for (const Row& row : format.rows) {
      if (row.need == Need::later) continue;
      Json property = value(row.form);
      property["description"] = row.about;
      result["properties"][std::string(row.key)] = std::move(property);
    }
    for (const Rule& rule : format.rules) add_rule(rule, result);
    if (!format.schema.empty()) result.update(Json::parse(format.schema));
    if (format.name == "body") add_joints(result);
    if (format.name == "constraint") add_closures(result);
    return result;
  }

  static void add_rule(const Rule& rule, Json& result) {
    if (rule.kind == Rule::Kind::beside) {
      Json some = Json::array();
      for_each_key(rule.other, [&](const std::string& key) {
        some.push_back({{"required", Json::array({key})}});
      });
      const std::string key(rule.keys);
      if (some.size() == 1) {
        result["dependentRequired"][key] = some[0]["required"];
      } else {
        result["dependentSchemas"][key]["anyOf"] = some;
      }
      return;
    }
    const auto groups = groups_of(rule.keys);
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t k = i + 1; k < groups.size(); ++k)
        for_each_key(groups[i], [&](const std::string& key) {
          for_each_key(groups[k], [&](const std::string& other) {
            result["dependentSchemas"][key]["properties"][other] = false;
          });
        });
    if (rule.kind == Rule::Kind::one)
      for_each_key(rule.keys, [&](const std::string& key) {
        result["anyOf"].push_back({{"required", Json::array({key})}});
      });
  }

  /// What a joint of its kind has and has not.
  Json joint(bodies::Joint kind) {
    const words::JointFacts& facts = words::facts(kind);
    Json result, start{{"type", "object"}, {"additionalProperties", false}};
    const auto refuse = [&](const char* key, bool has) {
      if (!has) result["properties"][key] = false;
    };
    refuse("axis", facts.axis);
    refuse("axis2", facts.axis2);
    refuse("pitch", facts.pitch);
    if (facts.pitch) result["required"] = Json::array({"pitch"});
    for (const char* const key : {"start", "damping", "friction"})
      refuse(key, !facts.start.empty());
    refuse("limits", !facts.limited.empty());
    if (!facts.limited.empty()) {
      Json& limits = result["properties"]["limits"];
      if (facts.limited.size() > 1) limits["not"] = {{"type", "array"}};
      limits["propertyNames"] = {{"enum", text_list(facts.limited)}};
    }
    for (const words::StartKey& key : facts.start)
      start["properties"][std::string(key.name)] =
          key.count == 1 ? range(any_number) : list(form::list({key.count, key.count, ""}));
    if (Json& turn = start["properties"]["orientation"]; !turn.is_null()) {
      turn = {{"anyOf", {turn, reference("rotation")}}};
    } else {
      start["properties"].erase("orientation");
    }
    if (!facts.start.empty()) result["properties"]["start"] = start;
    return result;
  }

  void add_joints(Json& body) {
    for (const words::Word& one : words::joint_words)
      body["allOf"].push_back({{"if",
                                {{"required", Json::array({"joint"})},
                                 {"properties", {{"joint", {{"const", one.word}}}}}}},
                               {"then", joint(static_cast<bodies::Joint>(one.value))}});
  }

  static void add_closures(Json& constraint) {
    for (const words::Word& one : words::closure_words)
      for (const char* const key : {"restitution", "friction"})
        constraint["dependentSchemas"][std::string(one.word)]["properties"][key] = false;
  }

  Json definitions_ = Json::object();
};

/// On one line what fits, else one member a line. Letters of patterns as numbers, to be told apart.
std::string laid_out(const Json& json, const std::string& indent, const std::string& key = {}) {
  constexpr std::size_t width = 140;
  const std::string start = key.empty() ? "" : Json(key).dump() + ": ";
  std::string line;
  for (const char c : json.dump(-1, ' ', key == "pattern")) line += c;
  const bool nested = json.is_structured() && !json.empty();
  if (!nested || indent.size() + start.size() + line.size() < width) {
    std::string spaced;  // a space behind , and : outside of texts
    bool inside = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) inside = !inside;
      spaced += line[i];
      if (!inside && (line[i] == ',' || line[i] == ':')) spaced += ' ';
    }
    return indent + start + spaced;
  }
  std::string text = indent + start + (json.is_object() ? "{" : "[");
  bool first = true;
  for (const auto& [name, value] : json.items()) {
    text += (first ? "\n" : ",\n") + laid_out(value, indent + "  ", json.is_object() ? name : "");
    first = false;
  }
  return text + "\n" + indent + (json.is_object() ? "}" : "]");
}

TEST(Schema, IsWrittenFromTheFormatOfTheReader) {
  const std::string schema = laid_out(SchemaWriter().write(), "") + "\n";
  if (std::getenv("ZWANG_WRITE")) std::ofstream(schema_path, std::ios::binary) << schema;
  std::ifstream file(schema_path, std::ios::binary);
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(committed == schema)
      << "doc/model.schema.json is not as the format says: make schema";
}

}  // namespace
}  // namespace zwang::read
