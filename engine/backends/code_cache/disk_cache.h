// SPDX-License-Identifier: Apache-2.0
// On-disk cache of machine code, one file per entry. Safe with several processes: entries appear
// atomically by a rename and carry a checksum; a damaged or missing entry is a miss. Disk errors
// are ignored and only reduce what is cached.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace ng {

// Relocatable objects and shared libraries of the CPU, machine code of GPUs.
enum class CodeKind : std::uint32_t { object = 1, shared_library = 2, cubin = 3 };

struct CachedCode {
  CodeKind kind = CodeKind::object;
  std::string compiler;  // name and version
  std::string bytes;
};

class DiskCache {
 public:
  // With an empty folder nothing is stored. The same holds for a folder that another user owns or
  // can write to, because its contents are executed. The folder is created on the first write.
  DiskCache(std::filesystem::path folder, std::uint64_t limit);

  // `key`: the 32 digits of cache_key().
  std::shared_ptr<const CachedCode> read(const std::string& key) const;
  void write(const std::string& key, const CachedCode& code) const;
  void remove(const std::string& key) const;

  // Deletes least recently used entries until the limit is met, and leftovers of killed processes.
  // write() calls it occasionally. Other files in the folder are not touched.
  void trim() const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::uint64_t limit_;
};

}  // namespace ng
