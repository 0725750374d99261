// SPDX-License-Identifier: Apache-2.0
// What kind of value stands under an attribute's key: the same for every op that has the key.
#pragma once

#include <optional>
#include <string_view>

namespace ng {

// In the order of Attribute's alternatives.
enum class AttributeType { flag, integer, number, text, axes, tensor };

// "a list of axes", for messages.
std::string_view describe(AttributeType type);

// Nothing for keys that no op of the user's has.
std::optional<AttributeType> attribute_type(std::string_view key);

}  // namespace ng
