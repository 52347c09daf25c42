// SPDX-License-Identifier: Apache-2.0

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/guarded.h"
#include "cli/shown.h"
#include "cli/verb.h"
#include "zwang/report.h"

namespace cli {

namespace {

// The exit status of the action, which runs in a copy of this process; nothing if it was killed, or
// took more than a minute of the processor.
std::optional<int> run_in_child(const std::function<int()>& action) {
  std::fflush(nullptr);  // or the child would print it again
  const pid_t child = ::fork();
  if (child < 0) return action();
  if (child == 0) {
    const rlimit none{0, 0}, minute{60, 60};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_CPU, &minute);  // damage can also make a circle of what is followed
    const int status = action();
    std::fflush(nullptr);
    ::_exit(status);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  if (!WIFEXITED(status)) return std::nullopt;
  return WEXITSTATUS(status);
}

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

/// What is damaged in a file without its seal may crash its reader: a child reads it.
int report_unsealed(const Wish& wish, const std::string& page) {
  const std::optional<int> status = run_in_child([&] {
    return guarded("report", [&] {
      zwang::write_report_unsealed(wish.record, page);
      return 0;
    });
  });
  if (!status) throw zwang::FileTrouble(wish.record + ": is damaged: HDF5 cannot read it");
  return *status;
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
      if (wish->unsealed) {
        if (const int status = report_unsealed(*wish, page); status != 0) return status;
      } else {
        zwang::write_report(wish->record, page);
      }
      fmt::print("written {}\n", shown(page));
      return 0;
    });
  };
}

}  // namespace

const Verb report{"report", "rebuild the page of a run from its results file", declare};

}  // namespace cli
