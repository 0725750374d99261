// SPDX-License-Identifier: Apache-2.0
// Formats JSON on one line with spaces, as in documents.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace ng {

// {"id": 3, "op": "dot"}. Throws a value Error for text that is not UTF-8.
std::string json_line(const nlohmann::ordered_json& json);

}  // namespace ng
