// SPDX-License-Identifier: Apache-2.0
#include "record/identity.h"

#include <algorithm>

#include "base/number.h"

namespace zwang::record {

namespace {

/// The clauses of a sentence about differences; many are cut short.
class Clauses {
 public:
  void add(const std::string& clause) {
    if (++count_ > kMost) return;
    if (!text_.empty()) text_ += "; ";
    text_ += clause;
  }
  void changed(const std::string& what, const std::string& then, const std::string& now) {
    if (then != now) add(what + " was " + quoted(then) + " and is now " + quoted(now));
  }
  std::string text() const {
    return count_ <= kMost ? text_ : text_ + "; and " + std::to_string(count_ - kMost) + " more";
  }

 private:
  static constexpr Index kMost = 6;  // what a person reads; the rest is likely of the same kind
  static std::string quoted(const std::string& text) { return "'" + text + "'"; }

  Index count_ = 0;
  std::string text_;
};

const Parameter* find(const std::vector<Parameter>& parameters, const std::string& name) {
  const auto at = std::find_if(parameters.begin(), parameters.end(),
                               [&](const Parameter& p) { return p.name == name; });
  return at == parameters.end() ? nullptr : &*at;
}

// Bits, not values: 0 and -0 go different ways, and a NaN is itself.
void compare(Clauses& clauses, const std::vector<Parameter>& then,
             const std::vector<Parameter>& now) {
  for (const Parameter& p : then) {
    const Parameter* const other = find(now, p.name);
    if (!other)
      clauses.add("the parameter '" + p.name + "' is gone");
    else if (!same_bits(p.value, other->value))
      clauses.add("the parameter '" + p.name + "' was " + number_text(p.value) + " and is now " +
                  number_text(other->value));
  }
  for (const Parameter& p : now)
    if (!find(then, p.name)) clauses.add("the parameter '" + p.name + "' is new");
}

}  // namespace

std::uint64_t fingerprint(std::string_view bytes) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  return hash;
}

std::string hex_text(std::uint64_t value) {
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4)
    *digit = "0123456789abcdef"[value & 15];
  return text;
}

std::string differences(const Identity& then, const Identity& now) {
  Clauses clauses;
  clauses.changed("the version", then.version, now.version);
  if (then.model_hash != now.model_hash) clauses.add("the text of the model has changed");
  clauses.changed("the method", then.method, now.method);
  compare(clauses, then.parameters, now.parameters);
  return clauses.text();
}

void encode(Encoder& encoder, const Identity& identity) {
  encoder.text(identity.version);
  encoder.text(identity.title);
  encoder.text(identity.model);
  encoder.u64(identity.model_hash);
  encoder.text(identity.method);
  encoder.u64(identity.parameters.size());
  for (const Parameter& p : identity.parameters) {
    encoder.text(p.name);
    encoder.number(p.value);
  }
}

Identity decode_identity(Decoder& decoder) {
  Identity identity;
  identity.version = decoder.text();
  identity.title = decoder.text();
  identity.model = decoder.text();
  identity.model_hash = decoder.u64();
  identity.method = decoder.text();
  const Index count = decoder.count();
  for (Index i = 0; i < count && decoder.ok(); ++i) {
    std::string name = decoder.text();
    identity.parameters.push_back({std::move(name), decoder.number()});
  }
  return identity;
}

}  // namespace zwang::record
