// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files of a run.

#include <map>
#include <string>

#include "cli/command.h"
#include "zwang/report.h"

namespace cli {

/// Writes KEEP.csv, KEEP.h5 and, where it is wanted, KEEP.html; returns all of them by what they are,
/// with the summary KEEP.json that is still to be written. `Results`: a trajectory or extremals.
template <class Results>
std::map<std::string, std::string> write_results(const RunWish& wish, const Results& results,
                                                 const std::string& keep) {
  std::map<std::string, std::string> files{
      {"csv", keep + ".csv"}, {"record", keep + ".h5"}, {"summary", keep + ".json"}};
  zwang::write_csv(results, files["csv"]);
  zwang::write_hdf5(results, files["record"], command_of(wish));
  if (wish.report) {
    files["report"] = keep + ".html";
    zwang::write_report(files["record"], files["report"], wish.live);
  }
  return files;
}

}  // namespace cli
