// SPDX-License-Identifier: Apache-2.0
#include "compile/families/families.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compile/families/indexed_text.h"
#include "compile/families/texts.h"
#include "scope/code.h"
#include "scope/ranges.h"

namespace zwang::compile {

namespace {

// A tree of more bodies would not be solved in any bearable time; and a short file must not become a
// long one in memory.
constexpr std::size_t most_members = 4000, most_bytes = std::size_t{64} << 20;

bool has_families(const Description& d) {
  const auto counted = [](const auto& x) { return x.count.given(); };
  const auto any = [&](const auto& all) { return std::any_of(all.begin(), all.end(), counted); };
  return any(d.bodies) || any(d.controls) || any(d.ground_shapes) ||
         std::any_of(d.bodies.begin(), d.bodies.end(),
                     [&](const Body& body) { return any(body.shapes); }) ||
         std::any_of(d.constraints.begin(), d.constraints.end(), [](const Constraint& constraint) {
           return constraint.closure && constraint.for_each.given();
         });
}

// Parameters alone: all that counts and indices may be made of.
Description parameters_of(const Description& all) {
  Description result;
  result.text = all.text;
  result.time = all.time;
  result.parameters = all.parameters;
  result.extremal = all.extremal;
  return result;
}

// "[3]", "[1,2]"
std::string place_words(const std::vector<double>& place) {
  std::string words = "[";
  for (const double index : place)
    words += (words.size() > 1 ? "," : "") + std::to_string(static_cast<long>(index));
  return words + "]";
}

class Writer {
 public:
  Writer(Families& to, const Overrides& overrides)
      : to_(to),
        d_(to.description),
        parameters_(parameters_of(d_)),
        scope_(parameters_, overrides) {}

  void write() {
    for (const Body& body : d_.bodies)
      if (body.count.given()) names_.insert(body.name.text);
    for (const Control& control : d_.controls)
      if (control.count.given()) names_.insert(control.name.text);
    write_shapes(d_.ground_shapes);
    for (Body& body : d_.bodies) write_shapes(body.shapes);
    write_counted(d_.bodies);
    write_counted(d_.controls);
    write_related(d_.constraints);
    write_related(d_.forces);
    write_related(d_.nonideal);
    write_related(d_.observe);
    make_plain(d_.contacts);
  }

 private:
  bool has_room(std::size_t members, const Location& at) {
    if (members_ + members <= most_members && bytes_ <= most_bytes) {
      members_ += members;
      return true;
    }
    if (!full_)
      to_.problems.push_back({code::ranges, Name("", at),
                              "families of bodies have more than " + std::to_string(most_members) +
                                  " members in all, or too much text",
                              ""});
    full_ = true;
    return false;
  }

  Index count_of(const Expression& count) {
    to_.counts.push_back(count);
    const auto number = scope_.whole(count, 1);
    const bool good = number && has_room(static_cast<std::size_t>(*number), count.at);
    return good ? *number : 0;
  }

  std::optional<long> number_in(const std::string& text) {
    const Expression index(text);
    const std::size_t before = scope_.complaints();
    const auto x = scope_.number(index);
    scope_.forget_complaints(before);
    if (!x || *x != static_cast<double>(static_cast<long>(std::clamp(*x, -1e15, 1e15))))
      return std::nullopt;
    if (text.find_first_not_of("0123456789+-*() ") != std::string::npos)
      to_.indices.push_back(index);
    return static_cast<long>(*x);
  }

  std::string plain(const std::string& text) {
    return with_plain_members(text, names_,
                              [this](const std::string& index) { return number_in(index); });
  }

  template <class T>
  void make_plain(T& part) {
    Texts(Plain{this}).of(part);
  }
  /// Names are compared as texts, so that they stand in one way only; formulas read any.
  struct Plain {
    Writer* writer;
    void operator()(Expression&) {}
    void operator()(Name& name) { name.text = writer->plain(name.text); }
  };
  struct AtPlace {
    Writer* writer;
    const IndexNumbers& indices;
    void operator()(Expression& x) {
      x.text = with_numbers(x.text, indices);
      writer->bytes_ += x.text.size();
    }
    void operator()(Name& x) {
      x.text = writer->plain(with_numbers(x.text, indices));
      writer->bytes_ += x.text.size();
    }
  };

  template <class T>
  void write_member(std::vector<T>& all, const T& family, const IndexNumbers& indices,
                    const std::string& words) {
    T member = family;
    if constexpr (requires { member.name; })
      if (!member.name.text.empty()) member.name.text += words;
    Texts(AtPlace{this, indices}).of(member);
    all.push_back(std::move(member));
  }

  template <class T>
  void write_counted(std::vector<T>& all) {
    std::vector<T> written;
    for (T& one : all) {
      if (!one.count.given()) {
        make_plain(one);
        written.push_back(std::move(one));
        continue;
      }
      const Index count = count_of(one.count);
      one.count = {};
      for (long k = 1; k <= count && (k == 1 || has_room(0, one.name.at)); ++k) {
        write_member(written, one, {{"i", k}}, "[" + std::to_string(k) + "]");
        if constexpr (std::is_same_v<T, Body>) hang(written.back(), one.name.text);
      }
    }
    all = std::move(written);
  }

  // In a chain, parent = "link[i-1]", what precedes the first is the ground.
  static void hang(Body& member, const std::string& family) {
    if (member.parent.text == family + "[0]") member.parent.text = "ground";
  }

  void write_shapes(std::vector<Shape>& shapes) {
    std::vector<Shape> written;
    for (Shape& shape : shapes) {
      if (!shape.count.given()) {
        written.push_back(std::move(shape));
        continue;
      }
      const Index count = count_of(shape.count);
      shape.count = {};
      for (long k = 1; k <= count && (k == 1 || has_room(0, shape.where)); ++k)
        write_member(written, shape, {{"i", k}}, "[" + std::to_string(k) + "]");
    }
    shapes = std::move(written);
  }

  template <class T>
  bool names_member_of(T& part) {
    bool found = false;
    Texts([&](auto& x) { found = found || names_member(x.text, names_); }).of(part);
    return found;
  }
  static bool is_closure(const Constraint& x) { return x.closure.has_value(); }
  template <class T>
  static bool is_closure(const T&) {
    return false;
  }

  // What names no member stays a family, whose formulas are compiled once for all places.
  template <class T>
  void write_related(std::vector<T>& all) {
    std::vector<T> written;
    for (T& one : all) {
      if (!one.for_each.given() || !(is_closure(one) || names_member_of(one))) {
        make_plain(one);
        written.push_back(std::move(one));
        continue;
      }
      const Expression for_each = std::exchange(one.for_each, {});
      to_.ranges.push_back(for_each);
      const auto ranges = read_ranges(scope_, for_each);
      if (!ranges || !has_room(ranges->places.size(), for_each.at)) continue;
      if constexpr (std::is_same_v<T, Constraint>) names_.insert(one.name.text);
      for (const std::vector<double>& place : ranges->places) {
        IndexNumbers indices;
        for (std::size_t k = 0; k < place.size(); ++k)
          indices[ranges->names[k]] = static_cast<long>(place[k]);
        if (!has_room(0, for_each.at)) break;
        write_member(written, one, indices, place_words(place));
      }
    }
    all = std::move(written);
  }

  Families& to_;
  Description& d_;
  const Description parameters_;
  Scope scope_;
  FamilyNames names_;
  std::size_t members_ = 0, bytes_ = 0;
  bool full_ = false;
};

}  // namespace

Families write_out_families(Description description, const Overrides& overrides) {
  Families families;
  const bool any = has_families(description);
  if (any) families.as_written = description;
  families.description = std::move(description);
  if (any) Writer(families, overrides).write();
  return families;
}

void hold(Scope& scope, const Families& families) {
  for (const Expression& count : families.counts) scope.whole(count, 1);
  for (const Expression& ranges : families.ranges) read_ranges(scope, ranges);
  for (const Expression& index : families.indices) scope.shape(index);
}

void keep_first(std::vector<Diagnostic>& diagnostics) {
  std::set<std::pair<std::string_view, Index>> seen;
  std::erase_if(diagnostics, [&](const Diagnostic& one) {
    return one.place.begin > 0 && !seen.insert({one.code, one.place.begin}).second;
  });
}

}  // namespace zwang::compile
