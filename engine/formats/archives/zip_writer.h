// SPDX-License-Identifier: Apache-2.0
// Writer of zip archives with stored entries, below 4 GiB. Equal entries give equal bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/atomic_file.h"

namespace ng {

class ZipWriter {
 public:
  static constexpr std::uint64_t most_bytes = 0xfffffffe;  // without zip64
  static constexpr std::size_t most_entries = 0xfffe;

  explicit ZipWriter(const std::string& path) : file_(path) {}

  // Names must be unique, not empty and at most 65535 bytes. Throws a value Error beyond the limit.
  void add(const std::string& name, std::string_view bytes);
  void commit();  // replaces the file atomically

 private:
  struct Written {
    std::string name;
    std::uint32_t crc = 0;
    std::uint64_t size = 0, offset = 0;
  };
  static void put_common(std::string& record, const Written& entry);

  AtomicFile file_;
  std::vector<Written> entries_;
  std::uint64_t offset_ = 0, directory_ = 0;  // bytes written, and of the directory so far
};

}  // namespace ng
