// SPDX-License-Identifier: Apache-2.0
// Limits on the contents of files. Checked before memory is allocated; each one can be raised.
#pragma once

#include <cstdint>

namespace ng {

struct Limits {
  std::uint64_t file_bytes = std::uint64_t{1} << 42;
  std::uint64_t allocation_bytes = std::uint64_t{1} << 36;  // single allocation
  std::uint64_t header_bytes = 100'000'000;                 // safetensors header
  std::uint64_t document_bytes = std::uint64_t{1} << 32;    // JSON document
  std::uint64_t npy_header_bytes = 64 * 1024;
  std::uint64_t name_bytes = 64 * 1024;
  std::uint64_t tensors = 1'000'000;
  std::uint64_t nodes = 5'000'000;
  std::uint64_t json_depth = 256;
  std::uint64_t proto_depth = 100;
  std::uint64_t rank = 32;
  std::uint64_t zip_entries = 100'000;
  std::uint64_t zip_ratio = 1032;  // maximum of deflate
};

}  // namespace ng
