// SPDX-License-Identifier: Apache-2.0
// Names hold no character that JSON would want escaped. Infinite differences become null.
#include "json.h"

#include <cmath>
#include <fstream>
#include <limits>

namespace bench {
namespace {

const char* word(Kind kind) {
  switch (kind) {
    case Kind::ours:
      return "ours";
    case Kind::rank_safe:
      return "rank-safe";
    case Kind::full_rank:
      return "full rank only";
    case Kind::printed:
      return "as printed";
  }
  return "";
}

void put_size(std::ostream& out, Size size) {
  out << "\"coordinates\": " << size.n << ", \"rows\": " << size.m << ", \"rank\": " << size.r;
}

void put_timing(std::ostream& out, const Timing& t) {
  out << "{\"name\": \"" << t.name << "\", \"form\": \"" << t.form << "\", \"kind\": \""
      << word(t.kind) << "\", \"microseconds\": ";
  t.right() ? out << t.microseconds : out << "null";
  out << ", \"difference\": ";
  std::isfinite(t.difference) ? out << t.difference : out << "null";
  out << "}";
}

/// A JSON array, one line per item.
template <class Item, class Put>
void put_list(std::ostream& out, const char* name, const std::vector<Item>& items, Put put,
              const char* indent) {
  out << indent << "\"" << name << "\": [";
  for (std::size_t i = 0; i < items.size(); ++i) {
    out << (i ? ",\n" : "\n") << indent << "  ";
    put(items[i]);
  }
  out << "\n" << indent << "]";
}

}  // namespace

bool write_json(const std::string& path, const std::vector<Outcome>& outcomes,
                const std::vector<BatchOutcome>& batches, const std::vector<Verdict>& verdicts) {
  std::ofstream out(path);
  out.precision(6);
  out << "{\n";
  put_list(
      out, "races", outcomes,
      [&](const Outcome& o) {
        out << "{";
        put_size(out, o.size);
        out << ",\n";
        put_list(
            out, "timings", o.timings, [&](const Timing& t) { put_timing(out, t); }, "     ");
        out << "}";
      },
      "  ");
  out << ",\n";
  put_list(
      out, "batches", batches,
      [&](const BatchOutcome& o) {
        out << "{";
        put_size(out, o.size);
        out << ", \"systems\": " << o.count << ", \"lone\": " << o.lone << ", \"ours\": ";
        put_timing(out, o.ours);
        out << ", \"peer\": ";
        put_timing(out, o.peer);
        out << "}";
      },
      "  ");
  out << ",\n";
  put_list(
      out, "targets", verdicts,
      [&](const Verdict& v) {
        out << "{\"target\": \"" << v.target << "\", \"peer\": \"" << v.peer << "\", ";
        put_size(out, v.size);
        out << ", \"asked\": " << v.asked << ", \"measured\": " << v.measured
            << ", \"met\": " << (v.met() ? "true" : "false") << "}";
      },
      "  ");
  out << "\n}\n";
  out.close();
  return static_cast<bool>(out);
}

}  // namespace bench
