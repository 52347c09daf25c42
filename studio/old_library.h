// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the standard library of Debian 12's emscripten (libc++ 14) lacks of C++20, included before every
// source of the page's engine and of nothing else. A newer library has all of it, and then this is empty.

#ifdef __cplusplus
#include <version>
#endif
#if defined(__cplusplus) && !defined(__cpp_lib_to_chars)
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]);
}

namespace old_library {

inline to_chars_result put(char* first, char* last, const char* text, int length) {
  if (length > last - first) return {last, errc::value_too_large};
  memcpy(first, text, static_cast<size_t>(length));
  return {first + length, errc{}};
}

/// Digits behind the point of the shortest text d.ddde±x that reads back. Fifteen digits of a normal number
/// that do are the shortest, once their zeros are gone.
inline int digits(double x) {
  char text[40];
  for (int p = fabs(x) < 2.3e-308 ? 0 : 14; p < 16; ++p) {
    snprintf(text, sizeof text, "%.*e", p, x);
    if (strtod(text, nullptr) == x) return p;
  }
  return 16;
}

/// A number as from_chars takes it, at most `room` characters of it; 0: none.
inline size_t extent(const char* first, const char* last) {
  const char* at = first;
  const auto skip = [&] {
    const char* const begin = at;
    while (at < last && *at >= '0' && *at <= '9') ++at;
    return at - begin;
  };
  if (at < last && *at == '-') ++at;
  auto count = skip();
  if (at < last && *at == '.') ++at, count += skip();
  if (count == 0) return 0;
  if (at < last && (*at == 'e' || *at == 'E')) {
    const char* const mantissa = at++;
    if (at < last && (*at == '-' || *at == '+')) ++at;
    if (skip() == 0) at = mantissa;
  }
  return static_cast<size_t>(at - first);
}

}  // namespace old_library

inline to_chars_result to_chars(char* first, char* last, double x, chars_format format,
                                int precision) {
  char text[400];
  const char* const pattern = format == chars_format::scientific ? "%.*e"
                              : format == chars_format::fixed    ? "%.*f"
                                                                 : "%.*g";
  return old_library::put(first, last, text, snprintf(text, sizeof text, pattern, precision, x));
}

inline to_chars_result to_chars(char* first, char* last, double x, chars_format format) {
  char text[400];
  const int p = x == 0 || !isfinite(x) ? 0 : old_library::digits(x);
  snprintf(text, sizeof text, "%.*e", p, x);
  char* const exponent = strchr(text, 'e');
  if (!exponent) return old_library::put(first, last, text, static_cast<int>(strlen(text)));
  const int ten = atoi(exponent + 1);
  char* end = exponent;
  if (p > 0) {
    while (end[-1] == '0') --end;
    if (end[-1] == '.') --end;
  }
  if (format == chars_format::scientific) {
    memmove(end, exponent, strlen(exponent) + 1);
    return old_library::put(first, last, text, static_cast<int>(strlen(text)));
  }
  const int length = static_cast<int>(end - text) - (signbit(x) ? 1 : 0);
  const int behind = length > 1 ? length - 2 : 0;  // the point of the mantissa
  return old_library::put(first, last, text,
                          snprintf(text, sizeof text, "%.*f", max(0, behind - ten), x));
}

/// The shorter of the two; plain digits where they are no longer.
inline to_chars_result to_chars(char* first, char* last, double x) {
  char scientific[64], fixed[400];
  const auto u = to_chars(scientific, scientific + sizeof scientific, x, chars_format::scientific);
  const auto v = to_chars(fixed, fixed + sizeof fixed, x, chars_format::fixed);
  const int a = static_cast<int>(u.ptr - scientific), b = static_cast<int>(v.ptr - fixed);
  return b <= a ? old_library::put(first, last, fixed, b)
                : old_library::put(first, last, scientific, a);
}

inline from_chars_result from_chars(const char* first, const char* last, double& x) {
  const size_t length = old_library::extent(first, last);
  if (length == 0) return {first, errc::invalid_argument};
  const unique_ptr<char[]> text(new char[length + 1]);
  memcpy(text.get(), first, length);
  text[length] = '\0';
  const double value = strtod(text.get(), nullptr);
  if (!isfinite(value)) return {first + length, errc::result_out_of_range};
  x = value;
  return {first + length, errc{}};
}

}  // namespace std
#endif
