// SPDX-License-Identifier: Apache-2.0
// The type of value that an attribute key requires; the same for every op with this key.
#pragma once

#include <optional>
#include <string_view>

namespace ng {

// In the order of the alternatives of Attribute.
enum class AttributeType { flag, integer, number, text, axes, tensor };

// "a list of axes", for messages.
std::string_view describe(AttributeType type);

// Empty for keys that no user op has.
std::optional<AttributeType> attribute_type(std::string_view key);

}  // namespace ng
