// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/code_cache/object_cache.h"

#include <stdlib.h>
#include <xxhash.h>

namespace ng {

namespace fs = std::filesystem;

std::string cache_key(std::string_view content) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(content.data(), content.size()));
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

fs::path default_cache_folder() {
  auto variable = [](const char* name) {
    const char* value = getenv(name);
    return std::string(value ? value : "");
  };
  const std::string chosen = variable("NGRAPH_CACHE_DIR");
  if (chosen == "off") return {};
  if (!chosen.empty()) return chosen;
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return fs::path(cache) / "ngraph" / "objects";
  if (const std::string home = variable("HOME"); !home.empty())
    return fs::path(home) / ".cache" / "ngraph" / "objects";
  return {};
}

ObjectCache::ObjectCache(fs::path folder, std::uint64_t disk_limit, std::uint64_t memory_limit)
    : disk_(std::move(folder), disk_limit), memory_limit_(memory_limit) {}

std::shared_ptr<const CachedCode> ObjectCache::find(const std::string& key) {
  {
    const std::scoped_lock lock(mutex_);
    const auto kept = by_key_.find(key);
    if (kept != by_key_.end()) {
      recent_.splice(recent_.begin(), recent_, kept->second);
      return kept->second->code;
    }
  }
  auto code = disk_.read(key);
  if (code) remember(key, code);
  return code;
}

void ObjectCache::store(const std::string& key, std::shared_ptr<const CachedCode> code) {
  disk_.write(key, *code);
  remember(key, std::move(code));
}

void ObjectCache::forget(const std::string& key) {
  disk_.remove(key);
  const std::scoped_lock lock(mutex_);
  const auto kept = by_key_.find(key);
  if (kept == by_key_.end()) return;
  kept_bytes_ -= kept->second->code->bytes.size();
  recent_.erase(kept->second);
  by_key_.erase(kept);
}

void ObjectCache::remember(const std::string& key, std::shared_ptr<const CachedCode> code) {
  const std::scoped_lock lock(mutex_);
  if (by_key_.count(key)) return;
  kept_bytes_ += code->bytes.size();
  recent_.push_front({key, std::move(code)});
  by_key_[key] = recent_.begin();
  while (kept_bytes_ > memory_limit_ && recent_.size() > 1) {
    kept_bytes_ -= recent_.back().code->bytes.size();
    by_key_.erase(recent_.back().key);
    recent_.pop_back();
  }
}

}  // namespace ng
