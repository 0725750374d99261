// SPDX-License-Identifier: Apache-2.0
// Writes a large tensor to a sparse file, and measures the peak memory of the process.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace ng::testing {

// Safetensors with one float32 tensor "W" of this shape: all elements 0 except element `at`, which
// is 42. Returns false if the file system cannot store the file.
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

// Peak resident memory of the process in bytes.
inline std::int64_t most_memory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) << 10;
}

}  // namespace ng::testing
