// SPDX-License-Identifier: Apache-2.0
// JSON for --json: objects keep the insertion order of their fields.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "app/cli/output.h"
#include "engine/base/number.h"
#include "engine/base/op_id.h"
#include "engine/records/json/record_json.h"

// Compiled once, in output.cpp: in each command it would take a third of the command's compile
// time.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace ng::cli {

using Json = nlohmann::ordered_json;

Json parsed(const std::string& json);

// A record as part of a larger JSON object.
template <class Record>
Json asJson(const Record& record) {
  return parsed(to_json(record));
}

inline Json idJson(OpId id) {
  return std::to_string(id);
}

// JSON has no non-finite numbers: these become the strings "nan", "inf", "-inf".
inline Json numberJson(double value) {
  return std::isfinite(value) ? Json(value) : Json(number(value));
}

// All digits of an integer, which JSON's numbers have room for.
inline Json numberJson(const Number& value) {
  const Integer integer = value.integer();
  if (value.is_integer() && integer == static_cast<std::int64_t>(integer))
    return static_cast<std::int64_t>(integer);
  if (value.is_integer() && integer == static_cast<std::uint64_t>(integer))
    return static_cast<std::uint64_t>(integer);
  return numberJson(value.real());
}

// Prints one object as one line on standard output.
void printJson(const Json& json);

}  // namespace ng::cli
