// SPDX-License-Identifier: Apache-2.0
// Damages the contents of files.
#pragma once

#include <cstddef>
#include <string>

namespace ng {

// `whole` with its `bit`-th bit flipped.
inline std::string with_bit_flipped(std::string whole, std::size_t bit) {
  whole[bit / 8] = static_cast<char>(whole[bit / 8] ^ (1 << bit % 8));
  return whole;
}

}  // namespace ng
