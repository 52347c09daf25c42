// SPDX-License-Identifier: Apache-2.0
#pragma once
// A page that shows a record: one HTML file with the moving picture, the plots and the words, which
// needs no network and no other file.

#include <string>

#include "zwang/extremal.h"
#include "zwang/run.h"

namespace zwang {

/// As write_hdf5(trajectory, path); the page will say that `command` repeats the run.
void write_hdf5(const Trajectory& trajectory, const std::string& path, const std::string& command);
void write_hdf5(const Extremals& extremals, const std::string& path, const std::string& command);

/// Makes the page of a record that write_hdf5 wrote; equal records give equal bytes. The page replaces
/// what was there only when it is complete. Throws FileTrouble where the record is none, or either
/// file cannot be read or written.
void write_report(const std::string& record, const std::string& page);

/// The same of a record that has lost the checksum behind it, because another program has written to it;
/// write_report refuses that. Nothing tells whether it is damaged, and the library that reads it may
/// crash if it is: call this in a process that can be spared.
void write_report_unsealed(const std::string& record, const std::string& page);

}  // namespace zwang
