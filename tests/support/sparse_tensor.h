// SPDX-License-Identifier: Apache-2.0
// A large tensor in a file that takes no room on the disk, and how much memory the process took.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace ng::testing {

// Safetensors with one float32 tensor "W" of this shape: all 0, but the element `at` is 42. False:
// the file system takes no such file.
inline bool write_sparse(const std::string& path, std::int64_t rows, std::int64_t columns,
                         std::int64_t at) {
  const std::int64_t elements = rows * columns;
  std::string header = R"({"W":{"dtype":"F32","shape":[)" + std::to_string(rows) + "," +
                       std::to_string(columns) + R"(],"data_offsets":[0,)" +
                       std::to_string(4 * elements) + "]}}";
  header.resize(120, ' ');
  std::ofstream file(path, std::ios::binary);
  const std::uint64_t length = header.size();
  file.write(reinterpret_cast<const char*>(&length), 8);
  file << header;
  file.close();
  std::error_code fault;
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(128 + 4 * elements), fault);
  if (fault) return false;
  std::fstream one(path, std::ios::binary | std::ios::in | std::ios::out);
  one.seekp(128 + 4 * at);
  const float value = 42;
  one.write(reinterpret_cast<const char*>(&value), 4);
  return static_cast<bool>(one);
}

// Bytes that were in memory at once, so far.
inline std::int64_t most_memory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) << 10;
}

}  // namespace ng::testing
