// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>

#include "cli/guarded.h"
#include "cli/verb.h"
#include "zwang/model.h"

namespace cli {

static Action declare_derive(CLI::App& app) {
  struct Wish {
    std::string model;
    bool latex = false;
  };
  auto wish = std::make_shared<Wish>();
  app.add_option("MODEL", wish->model, "model file, or - for standard input")->required();
  app.add_flag("--latex", wish->latex, "as a LaTeX fragment (needs amsmath)");
  app.footer("Example: zwang derive pendulum.toml --latex > equations.tex");
  return [wish]() -> int {
    return guarded("derive", [&] {
      const zwang::Model model = zwang::load_model(wish->model);
      const std::string page = zwang::derive(model.description(), wish->latex);
      std::fwrite(page.data(), 1, page.size(), stdout);
      return 0;
    });
  };
}

const Verb derive{"derive", "print the explicit equations of motion", declare_derive};

}  // namespace cli
