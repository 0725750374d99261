// SPDX-License-Identifier: Apache-2.0
// Numbers of things in messages: "1 byte", "2 bytes".
#pragma once

#include <concepts>
#include <string>

namespace ng {

std::string counted(std::integral auto count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

}  // namespace ng
