// SPDX-License-Identifier: Apache-2.0
#pragma once
// Trouble with files, as callers of the library see it.

#include "record/file.h"
#include "zwang/model.h"

namespace zwang {

[[noreturn]] inline void throw_trouble(const record::FileError& error) {
  if (error.writing()) throw WriteTrouble(error.what());
  throw FileTrouble(error.what());
}

}  // namespace zwang
