// SPDX-License-Identifier: Apache-2.0
// JSON on one line, with spaces: the lines of which documents are made.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ng {

// {"id": 3, "op": "dot"}. Value Error for texts that are not UTF-8.
std::string json_line(const nlohmann::ordered_json& json);

}  // namespace ng
