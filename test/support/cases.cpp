// SPDX-License-Identifier: Apache-2.0
#include "support/cases.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace zwang::test {

namespace {

using nlohmann::json;

double number(const std::string& text) {
  const auto slash = text.find('/');
  const double top = std::stod(text.substr(0, slash));
  return slash == std::string::npos ? top : top / std::stod(text.substr(slash + 1));
}

Vector numbers(const json& list) {
  Vector v(static_cast<Index>(list.size()));
  for (std::size_t i = 0; i < list.size(); ++i)
    v(static_cast<Index>(i)) = number(list[i].get<std::string>());
  return v;
}

std::vector<Fraction> fractions(const json& list) {
  std::vector<Fraction> result;
  for (const json& entry : list) {
    const auto text = entry.get<std::string>();
    const auto slash = text.find('/');
    result.push_back(
        {std::stoll(text), slash == std::string::npos ? 1 : std::stoll(text.substr(slash + 1))});
  }
  return result;
}

Matrix rows(const json& list, Index columns) {
  Matrix A(static_cast<Index>(list.size()), columns);
  for (std::size_t i = 0; i < list.size(); ++i)
    A.row(static_cast<Index>(i)) = numbers(list[i]).transpose();
  return A;
}

Case read(const json& j) {
  Case c;
  c.name = j.at("name");
  c.mass = j.at("mass");
  c.verdict = j.at("verdict");
  c.system.Q = numbers(j.at("Q"));
  const Index n = c.system.n();
  c.system.M = rows(j.at("M"), n);
  c.system.A = rows(j.at("A"), n);
  c.system.b = numbers(j.at("b"));
  if (j.contains("C")) c.system.C = numbers(j.at("C"));
  if (j.contains("W")) c.system.W = numbers(j.at("W"));
  c.rank = j.at("rank");
  c.contradictory = j.at("contradictory");
  c.unique = j.at("unique").get<std::vector<unsigned char>>();
  c.inertia = j.at("inertia").get<std::vector<std::size_t>>();
  c.determined = j.contains("xdd");
  c.has_gauss = j.contains("gauss");
  if (c.determined) {
    c.xdd = numbers(j.at("xdd"));
    c.F_L = numbers(j.at("FL"));
    c.F_C = numbers(j.at("FC"));
    c.multipliers = numbers(j.at("multipliers"));
    c.residual = numbers(j.at("residual"));
    c.exact_xdd = fractions(j.at("xdd"));
    c.exact_F_L = fractions(j.at("FL"));
    c.exact_F_C = fractions(j.at("FC"));
    c.exact_multipliers = fractions(j.at("multipliers"));
    c.exact_residual = fractions(j.at("residual"));
  }
  if (c.has_gauss) {
    c.a = numbers(j.at("a"));
    c.gauss = number(j.at("gauss"));
  }
  return c;
}

}  // namespace

std::vector<Case> exact_cases() {
#ifdef ZWANG_TEST_DATA
  const std::filesystem::path folder = ZWANG_TEST_DATA;
#else
  const auto folder = std::filesystem::path(__FILE__).parent_path().parent_path() / "data";
#endif
  std::vector<Case> cases;
  for (const char* name : {"exact_cases.json", "micro_uk.json"}) {
    std::ifstream file(folder / name);
    if (!file) throw std::runtime_error("cannot read " + (folder / name).string());
    const json document = json::parse(file);
    for (const json& j : document.at("cases")) cases.push_back(read(j));
  }
  return cases;
}

}  // namespace zwang::test
