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
/// file cannot be read or written. `live`: with the engine inside, so that a reader can change the model and
/// run it in the page; where the library was built without it (pages_can_live) the page is a recording.
void write_report(const std::string& record, const std::string& page, bool live = true);
bool pages_can_live() noexcept;

/// A live page of a model that has not been run: its text is read when the page is opened, and may be empty or
/// wrong. Throws FileTrouble.
void write_studio(const std::string& title, const std::string& text, const std::string& page);

/// The same of a record that has lost the checksum behind it, because another program has written to it;
/// write_report refuses that. Nothing tells whether it is damaged, and the library that reads it may
/// crash if it is: call this in a process that can be spared.
void write_report_unsealed(const std::string& record, const std::string& page);

}  // namespace zwang
