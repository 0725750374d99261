// SPDX-License-Identifier: Apache-2.0
// Machine code on disk, one file an entry. Safe with several processes: entries appear whole by a
// rename, carry a checksum, and a damaged or vanished one is a miss. Trouble with the disk is never
// an error: less is kept then.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/backends/cpu/loaded_code.h"

namespace ng {

struct CachedCode {
  CodeKind kind = CodeKind::object;
  std::string compiler;  // in words
  std::string bytes;
};

class DiskCache {
 public:
  // An empty folder keeps nothing. So does one that belongs to someone else or that others may
  // write to, since what lies there is run. The folder is made on the first write.
  DiskCache(std::filesystem::path folder, std::uint64_t limit);

  // Keys are the 32 digits of cache_key().
  std::shared_ptr<const CachedCode> read(const std::string& key) const;
  void write(const std::string& key, const CachedCode& code) const;
  void remove(const std::string& key) const;

  // Deletes the entries used longest ago until the limit holds, and what killed processes left.
  // write() calls it now and then. Files of other names are left alone.
  void trim() const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::uint64_t limit_;
};

}  // namespace ng
