// SPDX-License-Identifier: Apache-2.0
// A page in which a model is written, run and changed.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/guarded.h"
#include "cli/shown.h"
#include "cli/verb.h"
#include "zwang/model.h"
#include "zwang/report.h"

namespace cli {

namespace {

constexpr const char* first_model = R"(# A pendulum, to begin with: change anything.
title = "A new model"

[parameters]
l = 1.0
m = 1.0
g = 9.81

[[particles]]
name = "bob"
mass = "m"
position = ["l", 0]

[free]
gravity = [0, "-g"]

[[constraints]]
name = "rod"
equation = "bob.x^2 + bob.y^2 = l^2"

[simulate]
duration = 10
)";

struct Wish {
  std::string model, page;
  bool open = true;
};

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw zwang::FileTrouble(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string page_of(const Wish& wish) {
  if (!wish.page.empty()) return wish.page;
  if (wish.model.empty()) return "studio.html";
  return std::filesystem::path(wish.model).stem().string() + ".studio.html";
}

/// Hands the page to the desktop, where there is one; whether that shows it is its own affair.
void show(const std::string& page) {
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) return;
  if (const pid_t child = ::fork(); child == 0) {
    ::execlp("xdg-open", "xdg-open", page.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  } else if (child > 0) {
    ::waitpid(child, nullptr, 0);
  }
}

int write_page(const Wish& wish) {
  if (!zwang::pages_can_live()) {
    fmt::print(stderr,
               "zwang studio: this program was built without the engine for pages\n"
               "  try: make studio\n");
    return 2;
  }
  const std::string page = page_of(wish);
  const std::string name = std::filesystem::path(wish.model).stem().string();
  const std::string text = wish.model.empty() ? first_model : read_text(wish.model);
  zwang::write_studio(name.empty() ? "Studio" : name, text, page);
  fmt::print("written {}\n", shown(page));
  if (wish.open) show(page);
  return 0;
}

Action declare(CLI::App& app) {
  auto wish = std::make_shared<Wish>();
  app.add_option("MODEL", wish->model, "model file (default: a new model)");
  app.add_option("-o,--out", wish->page, "page to write (default: MODEL.studio.html)")
      ->type_name("FILE");
  app.add_flag_callback(
      "--no-open", [wish = wish.get()] { wish->open = false; },
      "do not open the page in a browser");
  app.footer(
      "Writes one page with the model's text, sliders for its parameters and the engine inside: "
      "it\n"
      "runs the model in any browser, without a network.\n\n"
      "Example: zwang studio pendulum.toml");
  return [wish]() -> int { return guarded("studio", [&] { return write_page(*wish); }); };
}

}  // namespace

const Verb studio{"studio", "write a page in which a model can be changed and run", declare};

}  // namespace cli
