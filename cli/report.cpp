// SPDX-License-Identifier: Apache-2.0

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "cli/apart.h"
#include "cli/guarded.h"
#include "cli/shown.h"
#include "cli/verb.h"
#include "zwang/report.h"

namespace cli {

namespace {

struct Wish {
  std::string record, page;
  bool unsealed = false;
};

/// results/pendulum.h5 → results/pendulum.html; what is not called so gets it behind.
std::string page_beside(const std::string& record) {
  const std::filesystem::path path(record);
  if (path.extension() == ".h5")
    return std::filesystem::path(path).replace_extension(".html").string();
  return record + ".html";
}

/// A child reads it: a minute is enough for what other programs wrote, and a record with its seal may be as large as the run
/// was long.
int write_page(const Wish& wish, const std::string& page) {
  const std::string damaged = wish.record + ": is damaged: HDF5 cannot read it";
  return run_apart(wish.unsealed ? 60 : 3600, damaged, [&] {
    return guarded("report", [&] {
      if (wish.unsealed)
        zwang::write_report_unsealed(wish.record, page);
      else
        zwang::write_report(wish.record, page);
      return 0;
    });
  });
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("RECORD", wish->record, "results file of a run, NAME.h5")->required();
  app.add_option("-o,--out", wish->page, "page to write (default: beside the results file)")
      ->type_name("FILE");
  app.add_flag("--unsealed", wish->unsealed,
               "read a file whose checksum is missing, e.g. after another program wrote to it");
  app.footer(
      "Rebuilds the page of a run from its results file alone.\n\n"
      "Example: zwang report results/pendulum.h5 -o pendulum.html");
  return [wish]() -> int {
    return guarded("report", [&] {
      const std::string page = wish->page.empty() ? page_beside(wish->record) : wish->page;
      if (const int status = write_page(*wish, page); status != 0) return status;
      fmt::print("written {}\n", shown(page));
      return 0;
    });
  };
}

}  // namespace

const Verb report{"report", "rebuild the page of a run from its results file", declare};

}  // namespace cli
