// SPDX-License-Identifier: Apache-2.0
// Cache of machine code by the content it was compiled from: memory in front of disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/backends/code_cache/disk_cache.h"

namespace ng {

// 32 hexadecimal digits of XXH3-128 over `content`.
std::string cache_key(std::string_view content);

// The folder of cached objects according to NGRAPH_CACHE_DIR, XDG_CACHE_HOME or HOME; empty if
// disabled ("off") or if there is no home.
std::filesystem::path default_cache_folder();

// Thread-safe.
class ObjectCache {
 public:
  explicit ObjectCache(std::filesystem::path folder, std::uint64_t disk_limit = 256u << 20,
                       std::uint64_t memory_limit = 32u << 20);

  // Null on a miss.
  std::shared_ptr<const CachedCode> find(const std::string& key);
  void store(const std::string& key, std::shared_ptr<const CachedCode> code);
  // Removes an entry that failed to load.
  void forget(const std::string& key);

 private:
  void remember(const std::string& key, std::shared_ptr<const CachedCode> code);

  struct Kept {
    std::string key;
    std::shared_ptr<const CachedCode> code;
  };
  DiskCache disk_;
  std::uint64_t memory_limit_;
  std::mutex mutex_;
  std::list<Kept> recent_;  // most recent first
  std::unordered_map<std::string, std::list<Kept>::iterator> by_key_;
  std::uint64_t kept_bytes_ = 0;
};

}  // namespace ng
