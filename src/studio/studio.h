// SPDX-License-Identifier: Apache-2.0
#pragma once
// The engine as a page asks it: a model's text goes in, JSON and columns of numbers come out. One model and
// one result at a time. Nothing is thrown: what is wrong is an answer, too.
//
//   {"ok": false, "complaints": [{"code", "line", "column", "end", "what", "hint"}], "error": "…"}

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "studio/pose.h"
#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang::studio {

/// How a page wants the results.
struct Wish {
  bool extremals = false;  // between two ends; else the motion
  bool words = false;      // the sections of HTML, too
  bool error = false;      // and how far the end may be off, by a second run
  std::optional<double> duration, tolerance;
  std::optional<std::string> method;
  std::optional<Hold> hold;  // the reader pulls
};

class Studio {
 public:
  /// Called from time to time during a run.
  std::function<void(const Progress&)> on_progress;

  /// A value for a parameter of the next model that is loaded.
  void set(std::string name, double value) { settings_[std::move(name)] = value; }
  void unset() { settings_.clear(); }

  /// Reads the text, unless it is that of the last call: then other values are numbers only.
  std::string load(std::string_view text);
  /// Of the loaded model.
  std::string check() const;
  std::string run(const Wish& wish);
  /// Where the next pose or run begins, by coordinates and rates, at a time; what is not said is as in the model.
  void start_at(double t) { start_t_ = t; }
  void start_at(std::string name, double value) { start_[std::move(name)] = value; }
  void unset_start();
  /// The loaded model in the nearest pose in which the reader holds it there, at rest: drawn as a run of no length.
  ///   {"ok", "on", "apart", "state": {name: value}, "scene": …}
  std::string drag(const Hold& hold);

  /// Of the last run, one column after the other.
  const std::vector<double>& columns() const { return columns_; }

 private:
  template <class Results>
  std::string told(const Results& results, const Wish& wish);
  std::optional<State> start() const;

  std::string text_;
  std::optional<Model> read_, model_;  // as the text says; with the settings
  std::vector<bool> whole_;            // parameters that count something
  Settings settings_, start_;
  std::optional<double> start_t_;
  std::optional<Spring> spring_;  // of the last run with a hold
  std::vector<double> columns_;
};

}  // namespace zwang::studio
