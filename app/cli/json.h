// SPDX-License-Identifier: Apache-2.0
// JSON for --json: objects keep the order in which their fields are set.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/output.h"
#include "engine/session/record_json.h"

namespace ng::cli {

using Json = nlohmann::ordered_json;

// A record as a part of an answer.
template <class Record>
Json asJson(const Record& record) {
  return Json::parse(to_json(record));
}

inline Json idJson(OpKey id) {
  return std::to_string(id);
}

// What JSON has no number for is the text that is printed: "nan", "inf".
inline Json numberJson(double value) {
  return std::isfinite(value) ? Json(value) : Json(number(value));
}

// One object on one line of standard output.
void printJson(const Json& json);

}  // namespace ng::cli
