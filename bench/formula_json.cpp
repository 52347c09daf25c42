// SPDX-License-Identifier: Apache-2.0
// Names hold no character that JSON would want escaped. What was wrong has null for its time.

#include <cmath>
#include <fstream>
#include <sstream>

#include "formula_results.h"

namespace bench {
namespace {

void put_number(std::ostream& out, double x, bool good) { good ? out << x : out << "null"; }

void put(std::ostream& out, const FormulaTiming& t) {
  out << "       {\"name\": \"" << t.name << "\", \"form\": \"" << t.form
      << "\", \"lanes\": " << t.lanes << ", \"nanoseconds\": ";
  put_number(out, t.nanoseconds, t.right());
  out << ", \"difference\": ";
  put_number(out, t.difference, std::isfinite(t.difference));
  out << "}";
}

void put(std::ostream& out, const FormulaOutcome& o);

void put(std::ostream& out, const CompileOutcome& o) {
  out << "      {\"model\": \"" << o.model << "\", \"nodes\": " << o.nodes
      << ", \"instructions\": " << o.instructions << ", \"build_us\": " << o.build
      << ", \"lower_us\": " << o.lower << ", \"emit_us\": " << o.emit << "}";
}

void put(std::ostream& out, const FamilyOutcome& o) {
  out << "      {\"rows\": " << o.places << ", \"nanoseconds\": ";
  put_number(out, o.nanoseconds, o.right());
  out << ", \"by_hand\": " << o.by_hand << "}";
}

void put(std::ostream& out, const FormulaVerdict& v) {
  out << "      {\"target\": \"" << v.target << "\", \"subject\": \"" << v.subject
      << "\", \"asked\": " << v.asked << ", \"measured\": " << v.measured
      << ", \"met\": " << (v.met() ? "true" : "false") << "}";
}

/// A JSON array, one line per item.
template <class Item>
void put_list(std::ostream& out, const char* name, const std::vector<Item>& items,
              const char* indent) {
  out << indent << "\"" << name << "\": [";
  for (std::size_t i = 0; i < items.size(); ++i) {
    out << (i ? ",\n" : "\n");
    put(out, items[i]);
  }
  out << "\n" << indent << "]";
}

void put(std::ostream& out, const FormulaOutcome& o) {
  out << "      {\"model\": \"" << o.model << "\", \"instructions\": " << o.instructions
      << ", \"outputs\": " << o.outputs << ",\n";
  put_list(out, "timings", o.timings, "       ");
  out << "}";
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

bool add_json(const std::string& path, const FormulaResults& results) {
  const std::string before = text_of(path);
  const std::size_t brace = before.rfind('}');
  if (brace == std::string::npos) return false;
  std::ofstream out(path);
  out.precision(6);
  out << before.substr(0, before.find_last_not_of('\n', brace - 1) + 1) << ",\n  \"formulas\": {\n";
  put_list(out, "evaluation", results.evaluation, "    ");
  out << ",\n";
  put_list(out, "compilation", results.compilation, "    ");
  out << ",\n    \"start_ms\": ";
  put_number(out, results.start ? results.start->milliseconds : 0,
             results.start && results.start->right());
  out << ",\n";
  put_list(out, "families", results.families, "    ");
  out << ",\n";
  put_list(out, "targets", verdicts(results), "    ");
  out << "\n  }\n}\n";
  out.close();
  return static_cast<bool>(out);
}

}  // namespace bench
