// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/apart.h"
#include "cli/guarded.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/verb.h"
#include "zwang/compare.h"

namespace cli {

namespace {

struct Wish {
  std::string first, second, page;
  std::optional<double> within;
  bool all = false, json = false, no_page = false;
};

constexpr std::size_t most_lines = 20;

std::string label(const zwang::Comparison::Column& column) {
  return column.unit.empty() ? column.name : column.name + " (" + column.unit + ")";
}

std::string number(double x, int digits) { return fmt::format("{:.{}g}", x, digits); }

void print_table(const zwang::Comparison& found, const Wish& wish) {
  std::vector<const zwang::Comparison::Column*> rows;
  std::size_t width = 6;
  for (const auto& column : found.columns) {
    if (column.largest > 0) rows.push_back(&column);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto* a, const auto* b) { return a->relative() > b->relative(); });
  const std::size_t equal = found.columns.size() - rows.size();
  const std::size_t shown = wish.all ? rows.size() : std::min(rows.size(), most_lines);
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, label(*rows[i]).size());
  if (shown > 0) {
    fmt::print("  {:<{}}  {:<12}  {:<10}  {:<12}  {:<18}  {}\n", "column", width, "difference",
               "relative", "at " + found.variable, "first", "second");
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& c = *rows[i];
    fmt::print("  {:<{}}  {:<12}  {:<10}  {:<12}  {:<18}  {}\n", label(c), width,
               number(c.largest, 4), number(c.relative(), 2), number(c.at, 6), number(c.first, 12),
               number(c.second, 12));
  }
  if (shown < rows.size()) {
    fmt::print("  … and {} more: --all lists them\n", rows.size() - shown);
  }
  if (equal > 0) fmt::print("  {} equal to the last bit\n", counted(equal, "column"));
}

void print_names(const std::vector<std::string>& names, const std::string& of) {
  if (names.empty()) return;
  const std::vector<std::string> some(
      names.begin(),
      names.begin() + std::min<std::ptrdiff_t>(8, static_cast<std::ptrdiff_t>(names.size())));
  fmt::print("  only in {}: {}{}\n", of, listed(some), names.size() > some.size() ? ", …" : "");
}

// "crank.compare.html", "slow-fast.compare.html": in the folder one works in, as results of runs are.
std::string page_path(const Wish& wish) {
  if (!wish.page.empty()) return wish.page;
  const std::string first = std::filesystem::path(wish.first).stem().string();
  const std::string second = std::filesystem::path(wish.second).stem().string();
  return (first == second ? first : first + "-" + second) + ".compare.html";
}

// Who asks for JSON or for a verdict is a program, which has no use for a page that it did not ask for.
bool wants_page(const Wish& wish) {
  return !wish.page.empty() || !(wish.no_page || wish.json || wish.within);
}

int compare_records(const Wish& wish) {
  if (wish.within && !(*wish.within >= 0)) throw BadOption("--within must not be negative");
  const zwang::Comparison found = zwang::compare(wish.first, wish.second);
  const bool far =
      wish.within && std::any_of(found.columns.begin(), found.columns.end(), [&](const auto& c) {
        return !(c.largest <= *wish.within * c.size);
      });
  const bool page = wants_page(wish);
  if (page) zwang::write_comparison(found, wish.first, wish.second, page_path(wish));
  if (wish.json) {
    fmt::print("{}", zwang::to_json(found));
    return far ? 1 : 0;
  }
  fmt::print("{} and {}\n", wish.first, wish.second);
  fmt::print("  {} from {} = {} to {}{}\n", counted(found.rows, "sample"), found.variable,
             number(found.from, 6), number(found.to, 6),
             found.same_rows ? "" : "; the second is interpolated between its samples");
  print_table(found, wish);
  print_names(found.only_first, "the first");
  print_names(found.only_second, "the second");
  if (wish.within) {
    const std::string part = number(*wish.within, 3);
    if (far)
      fmt::print("  They differ by more than {} of the size of a column.\n", part);
    else
      fmt::print("  They agree to {} of the size of each column.\n", part);
  }
  if (page) fmt::print("  written: {}\n", page_path(wish));
  return far ? 1 : 0;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("FIRST", wish->first, "results file of a run, NAME.h5")->required();
  app.add_option("SECOND", wish->second, "another one")->required();
  app.add_option(
      "--within", wish->within,
      "exit status 1 if a column differs by more than this part of its largest magnitude");
  app.add_flag("--all", wish->all, "list every column that differs");
  app.add_flag("--json", wish->json, "print JSON");
  app.add_option("--page", wish->page,
                 "where the page with both runs goes (default: FIRST-SECOND.compare.html here, "
                 "unless --json or --within is given)");
  app.add_flag("--no-page", wish->no_page, "write no page");
  app.footer(
      "Lists how far the columns of two runs are apart, the largest relative differences first.\n"
      "If the samples are at other times, the second run is interpolated. The page shows the\n"
      "curves of both over each other.\n\n"
      "Example: zwang compare before/crank.h5 after/crank.h5 --within 1e-6");
  return [wish]() -> int {
    return guarded("compare", [&] {
      const std::string damaged = "one of the records is damaged: HDF5 cannot read it";
      return run_apart(3600, damaged,
                       [&] { return guarded("compare", [&] { return compare_records(*wish); }); });
    });
  };
}

}  // namespace

const Verb compare{"compare", "show two runs over each other, and how far they are apart", declare};

}  // namespace cli
