// SPDX-License-Identifier: Apache-2.0
#include "formula/parse/names.h"

#include <algorithm>
#include <string>

#include "formula/parse/code.h"
#include "formula/parse/missing.h"
#include "formula/parse/words.h"

namespace zwang::formula {

namespace {

std::string_view words(const Context& context, const Token& token) {
  return context.text.substr(token.begin, token.end - token.begin);
}

const Bound* find_bound(const Context& context, std::string_view name) {
  for (std::size_t i = context.bounds.size(); i-- > 0;)
    if (context.bounds[i].name == name) return &context.bounds[i];
  return nullptr;
}

// In a rehearsal the index of a sum has no number: zeros stand for any member of a family.
std::optional<Value> find_any_member(const Context& context, const Reference& reference,
                                     std::size_t path_parts) {
  const Family* const family = context.symbols.family(joined(reference.parts, path_parts));
  if (!family && path_parts == 1 && context.symbols.bounds(reference.parts[0])) {
    Reference first = reference;
    first.index = context.graph().constant(1);
    return context.symbols.find(first);
  }
  if (!family) return std::nullopt;
  const Node zero = context.graph().constant(0);
  const auto size = static_cast<int>(family->components.size());
  if (reference.parts.size() == path_parts)
    return size == 1 ? scalar(zero) : Value{Kind::vector, size, {zero, zero, zero}};
  const bool known = size > 1 && component(reference.parts[path_parts], size) >= 0;
  return known && reference.parts.size() == path_parts + 1 ? std::optional(scalar(zero))
                                                           : std::nullopt;
}

bool is_good_index(Context& context, const Operand& index) {
  if (index.bad) return false;
  if (index.value.kind == Kind::scalar) return true;
  context.complaints.add(code::kind, index.place(),
                         "an index is a number, not " + std::string(kind_words(index.value)));
  return false;
}

}  // namespace

Operand find_name(Context& context, const Written& written) {
  const std::uint32_t begin = written.path.begin;
  Reference reference{split(words(context, written.path))};
  const std::size_t path_parts = reference.parts.size();
  if (written.after.mark != Mark::end)
    for (const std::string_view part : split(words(context, written.after)))
      reference.parts.push_back(part);

  if (written.index) {
    if (!is_good_index(context, *written.index)) return bad_operand(begin, written.end);
    reference.index = written.index->value.at[0];
    reference.index_words =
        context.text.substr(written.index->begin, written.index->end - written.index->begin);
  }
  std::optional<Value> value;
  NotFound why{};
  if (const Bound* const bound = find_bound(context, reference.parts[0])) {
    if (!written.index && path_parts == 1) value = scalar(bound->number);
    why = written.index ? NotFound::index_not_wanted : NotFound::no_such_component;
  } else {
    if (context.rehearsal && written.index) value = find_any_member(context, reference, path_parts);
    if (!value) value = context.symbols.find(reference, &why);
  }
  if (value)
    return operand(*value, begin, written.end, written.index ? Form::expression : Form::name);
  complain_of_missing(context, why,
                      {reference, path_parts, written.path.place(), {begin, written.end - begin}});
  return bad_operand(begin, written.end);
}

Operand find_component(Context& context, const Operand& owner, const Token& name) {
  const Operand bad = bad_operand(owner.begin, name.end);
  if (owner.bad) return bad;
  const bool vector = owner.value.kind == Kind::vector;
  const int at = vector ? component(words(context, name), owner.value.size) : -1;
  if (at >= 0) return operand(scalar(owner.value.at[at]), owner.begin, name.end);
  context.complaints.add(
      vector ? code::unknown : code::kind, name.place(),
      std::string(kind_words(owner.value)) + " has no component " + in_quotes(words(context, name)),
      vector ? components_words(owner.value.size) : "");
  return bad;
}

bool may_bind(Context& context, const Token& name) {
  const std::string_view wanted = words(context, name);
  const bool reserved = is_reserved(wanted);
  if (!reserved && !context.symbols.has(wanted) && !find_bound(context, wanted)) return true;
  context.complaints.add(code::reserved, name.place(),
                         in_quotes(wanted) +
                             (reserved ? " is reserved" : " is already defined here") +
                             " and cannot be the index of a sum",
                         "choose another name for the index");
  return false;
}

}  // namespace zwang::formula
