// SPDX-License-Identifier: Apache-2.0
// A JSON text as a tree whose every value knows its line, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/reader.h"

namespace ng {

struct JsonValue {
  using List = std::vector<JsonValue>;
  using Object = std::vector<std::pair<std::string, JsonValue>>;  // in the order of the text

  // Whole numbers beyond 64 bits are held as doubles.
  std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, List, Object> data;
  int line = 0;  // from 1
};

// "the text 'relu'", "the number 3", "a list of 2": for messages.
std::string describe(const JsonValue& value);

// All that is left of the reader is one JSON value in UTF-8, a byte order mark before it or not.
// bad_file Errors with line and column for text that is no JSON, a key that comes twice in an
// object, nesting or sizes beyond the limits. Never recurses.
JsonValue parse_json(Reader& reader);

}  // namespace ng
