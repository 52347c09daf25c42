// SPDX-License-Identifier: Apache-2.0
#pragma once
// Structs as bytes, field by field. A struct says its name, its version and its fields once, for
// writing and for reading:
//
//   template <class Self, class Visit>
//   static void fields(Self& x, Visit& visit) { visit("pace", 1, x.last, x.count); }
//
// The name and the version stand before the fields, in a list of structs only before the first of them.
// A field is a number, a flag, an enumeration, a list of these, or again such a struct, or a list of
// them.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "record/bytes.h"

namespace zwang::record {

namespace of_fields {

struct Nobody {
  template <class... Fields>
  void operator()(std::string_view, std::uint64_t, Fields&...) {}
};

template <class T>
concept Struct = requires(T& x, Nobody& visit) {
  T::fields(x, visit);
};

template <class T>
concept Whole = std::is_integral_v<T> || std::is_enum_v<T>;

template <class T>
concept Byte = Whole<T> && sizeof(T) == 1;

}  // namespace of_fields

class FieldWriter {
 public:
  explicit FieldWriter(Encoder& encoder) : encoder_(encoder) {}

  template <of_fields::Struct T>
  void put(const T& x) {
    T::fields(x, *this);
  }

  template <class... Fields>
  void operator()(std::string_view name, std::uint64_t version, const Fields&... fields) {
    if (named_) {
      encoder_.text(name);
      encoder_.u64(version);
    }
    (put(fields), ...);
  }

 private:
  template <of_fields::Whole T>
  void put(const T& x) {
    encoder_.u64(static_cast<std::uint64_t>(x));
  }
  void put(const double& x) { encoder_.number(x); }
  void put(const std::vector<double>& x) { encoder_.numbers(x); }
  template <class T, std::size_t size>
  void put(const std::array<T, size>& x) {
    for (const T& item : x) put(item);
  }
  template <of_fields::Byte T>
  void put(const std::vector<T>& x) {
    std::string bytes;
    for (const T item : x) bytes.push_back(static_cast<char>(item));
    encoder_.text(bytes);
  }
  template <of_fields::Struct T>
  void put(const std::vector<T>& x) {
    const bool named = named_;
    encoder_.u64(x.size());
    for (const T& item : x) {
      put(item);
      named_ = false;
    }
    named_ = named;
  }

  Encoder& encoder_;
  bool named_ = true;
};

/// Reads them again from bytes that may be anything: see Decoder. other() names the first struct that is
/// not the one which is asked for, or not of its version.
class FieldReader {
 public:
  explicit FieldReader(Decoder& decoder) : decoder_(decoder) {}

  template <of_fields::Struct T>
  void take(T& x) {
    T::fields(x, *this);
  }
  bool ok() const noexcept { return good_ && decoder_.ok(); }
  /// "pace 2", say; empty where names and versions are as they should be.
  const std::string& other() const noexcept { return other_; }

  template <class... Fields>
  void operator()(std::string_view name, std::uint64_t version, Fields&... fields) {
    if (named_) check(name, version);
    if (ok()) (take(fields), ...);
  }

 private:
  void check(std::string_view name, std::uint64_t version) {
    const std::string then = decoder_.text();
    const std::uint64_t its = decoder_.u64();
    if (!ok() || (then == name && its == version)) return;
    other_ = then + ' ' + std::to_string(its);
    good_ = false;
  }

  template <of_fields::Whole T>
  void take(T& x) {
    const std::uint64_t value = decoder_.u64();
    x = static_cast<T>(value);
    good_ = good_ && static_cast<std::uint64_t>(x) == value;
  }
  void take(double& x) { x = decoder_.number(); }
  void take(std::vector<double>& x) { x = decoder_.numbers(); }
  template <class T, std::size_t size>
  void take(std::array<T, size>& x) {
    for (T& item : x) take(item);
  }
  template <of_fields::Byte T>
  void take(std::vector<T>& x) {
    x.clear();
    for (const char item : decoder_.text()) {
      x.push_back(static_cast<T>(static_cast<unsigned char>(item)));
    }
  }
  template <of_fields::Struct T>
  void take(std::vector<T>& x) {
    const bool named = named_;
    x.clear();
    for (Index left = decoder_.count(); left > 0 && ok(); --left) {
      take(x.emplace_back());
      named_ = false;
    }
    named_ = named;
  }

  Decoder& decoder_;
  bool named_ = true, good_ = true;
  std::string other_;
};

}  // namespace zwang::record
