// SPDX-License-Identifier: Apache-2.0
// table("motor.csv", x, column = "torque", kind = "linear", beyond = "hold"): the file and the words are in
// quotes of either kind, which stand nowhere else in a formula.

#include <algorithm>

#include "formula/parse/code.h"
#include "formula/parse/parser.h"
#include "formula/table/lookup.h"

namespace zwang::formula {

namespace {

constexpr std::string_view table_usage = "write table(\"motor.csv\", x)";

struct Kinds {
  std::string_view word;
  Interpolation kind;
};
constexpr Kinds kinds[] = {{"linear", Interpolation::linear},
                           {"cubic", Interpolation::cubic},
                           {"monotone", Interpolation::monotone},
                           {"periodic", Interpolation::periodic}};
struct Ends {
  std::string_view word;
  Beyond beyond;
};
constexpr Ends ends[] = {
    {"error", Beyond::error}, {"hold", Beyond::hold}, {"extend", Beyond::extend}};

template <class Table>
const auto* find_word(const Table& table, std::string_view word) {
  const auto at = std::find_if(std::begin(table), std::end(table),
                               [&](const auto& one) { return one.word == word; });
  return at == std::end(table) ? nullptr : &*at;
}

}  // namespace

// Where the text in quotes begins that stands at this byte or behind spaces; nothing: there is none.
std::optional<std::uint32_t> Parser::quote_at(std::uint32_t at) const {
  const std::string_view text = context_.text;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n')) ++at;
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) return std::nullopt;
  return at;
}

// Reads on behind the text in quotes that begins here.
std::string_view Parser::read_quoted(std::uint32_t begin, Place& place) {
  const std::string_view text = context_.text;
  const std::size_t end = text.find(text[begin], begin + 1);
  place = {begin, static_cast<Index>(std::min(end, text.size() - 1)) - begin + 1};
  if (end == std::string_view::npos) {
    context_.complaints.stop(code::syntax, place, "the quotes that begin here do not end",
                             std::string(table_usage));
    return {};
  }
  scanner_.seek(static_cast<Index>(end) + 1);
  advance();
  return text.substr(begin + 1, end - begin - 1);
}

// The name `table` stands here; false: it is a name like any other.
bool Parser::read_table(const Token& name) {
  Scanner ahead = scanner_;
  const Token bracket = ahead.next();
  const auto quote = bracket.mark == Mark::open ? quote_at(bracket.end) : std::nullopt;
  if (!quote) return false;
  TableCall call;
  call.file = read_quoted(*quote, call.file_place);
  if (stopped()) return true;
  if (token_.mark != Mark::comma) {
    expected("',' and what is looked up", std::string(table_usage));
    return true;
  }
  advance();
  if (stopped()) return true;
  run(is_last_argument() ? Part::object : Part::upper, bracket);
  if (stopped()) return true;
  const Operand x = finish();
  while (!stopped() && token_.mark == Mark::comma) read_table_word(call);
  if (stopped()) return true;
  if (token_.mark != Mark::close) {
    expected("')'", std::string(table_usage));
    return true;
  }
  push(look_up(name, call, x));
  advance();
  return true;
}

// Whether a parenthesis closes before a comma separates, from the token that stands here. What is in quotes,
// of another table, counts as nothing; a quote that follows a value is a derivative.
bool Parser::is_last_argument() const {
  const std::string_view text = context_.text;
  Index depth = 0;
  char before = ',';
  for (std::size_t k = token_.begin; k < text.size(); ++k) {
    const char c = text[k];
    const bool opens = before == '(' || before == ',' || before == '=';
    if (c == '"' || (c == '\'' && opens)) k = std::min(text.find(c, k + 1), text.size() - 1);
    if (c == '(' || c == '[') ++depth;
    if (depth == 0 && c == ',') return false;
    if ((c == ')' || c == ']') && depth-- == 0) return true;
    if (c != ' ' && c != '\t' && c != '\n') before = c;
  }
  return true;
}

// `, kind = "linear"` stands here.
void Parser::read_table_word(TableCall& call) {
  advance();
  if (stopped()) return;
  const Token key = token_;
  const std::string_view word = words(key);
  if (key.mark != Mark::name || (word != "column" && word != "kind" && word != "beyond"))
    return expected("column, kind or beyond", "as in kind = \"linear\"");
  advance();
  if (stopped()) return;
  const auto quote = token_.mark == Mark::equal ? quote_at(token_.end) : std::nullopt;
  if (!quote)
    return expected("'=' and a word in quotes after " + in_quotes(word), "as in kind = \"linear\"");
  Place place;
  const std::string_view value = read_quoted(*quote, place);
  if (stopped()) return;
  if (word == "column") {
    call.column = value;
    call.column_place = place;
    return;
  }
  const auto* const kind = word == "kind" ? find_word(kinds, value) : nullptr;
  const auto* const beyond = word == "beyond" ? find_word(ends, value) : nullptr;
  if (kind) call.kind = kind->kind;
  if (beyond) call.beyond = beyond->beyond;
  if (kind || beyond) return;
  const bool of_kind = word == "kind";
  context_.complaints.add(
      code::table, place,
      in_quotes(value) +
          (of_kind ? " is not one of the kinds of tables" : " is not an end of a table"),
      of_kind ? "linear, cubic, monotone or periodic" : "error, hold or extend");
}

Operand Parser::look_up(const Token& name, TableCall& call, const Operand& x) {
  const Operand bad = bad_operand(name.begin, token_.end);
  if (x.bad) return bad;
  if (x.value.kind != Kind::scalar) {
    context_.complaints.add(code::kind, x.place(),
                            "a table takes a number, not " + std::string(kind_words(x.value)));
    return bad;
  }
  call.argument = context_.text.substr(x.begin, x.end - x.begin);
  const TableMeaning& meaning = context_.symbols.tables();
  const auto curve = meaning ? meaning(call, context_.complaints) : nullptr;
  if (!meaning)
    context_.complaints.add(code::table, call.file_place, "tables are not available here");
  if (!curve) return bad;
  return operand(scalar(lookup(context_.graph(), *curve, call.beyond, x.value.at[0])), name.begin,
                 token_.end);
}

}  // namespace zwang::formula
