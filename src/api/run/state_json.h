// SPDX-License-Identifier: Apache-2.0
#pragma once
// What summaries of all kinds have in common, as JSON.

#include <string>
#include <vector>

#include "record/json_writer.h"
#include "zwang/model.h"

namespace zwang {

void put_names(record::JsonWriter& json, const char* key, const std::vector<std::string>& names);
void put_count(record::JsonWriter& json, const char* key, std::size_t count);
/// Numbers of Model::rates() by name, into an object that is open.
void put_rates(record::JsonWriter& json, const Model& model, const std::vector<double>& rates);
/// { "t": …, "x": …, "x'": … }
void put_state(record::JsonWriter& json, const char* key, const Model& model, const State& state);

}  // namespace zwang
