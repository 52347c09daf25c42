// SPDX-License-Identifier: Apache-2.0
#include "zwang/report.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/guarded.h"
#include "cli/verb.h"

namespace cli {

namespace {

struct Wish {
  std::string record, page;
};

/// results/pendulum.h5 → results/pendulum.html; what is not called so gets it behind.
std::string page_beside(const std::string& record) {
  const std::filesystem::path path(record);
  if (path.extension() == ".h5")
    return std::filesystem::path(path).replace_extension(".html").string();
  return record + ".html";
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("RECORD", wish->record, "record of a run, NAME.h5")->required();
  app.add_option("-o,--out", wish->page, "the page to write; else beside the record")
      ->type_name("FILE");
  app.footer(
      "Makes the page of a run again, from its record alone.\n\n"
      "Example: zwang report results/pendulum.h5 -o pendulum.html");
  return [wish]() -> int {
    return guarded("report", [&] {
      const std::string page = wish->page.empty() ? page_beside(wish->record) : wish->page;
      zwang::write_report(wish->record, page);
      fmt::print("written {}\n", page);
      return 0;
    });
  };
}

}  // namespace

const Verb report{"report", "write the web page of a run again, from its record", declare};

}  // namespace cli
