// SPDX-License-Identifier: Apache-2.0
// Access to elements of arrays that need not be aligned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ng {

template <class T>
T read_as(const std::byte* data, std::int64_t index) {
  T value;
  std::memcpy(&value, data + index * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
  return value;
}

template <class T>
void write_as(std::byte* data, std::int64_t index, T value) {
  std::memcpy(data + index * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
}

}  // namespace ng
