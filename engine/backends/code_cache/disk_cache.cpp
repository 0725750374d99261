// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/code_cache/disk_cache.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

#include "engine/base/atomic_file.h"

namespace ng {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t largest_entry = 64u << 20;
constexpr const char* suffix = ".obj";

// Header of an entry's file; the compiler's name and the code follow.
struct Header {
  char magic[8];
  std::uint32_t kind, name_size;
  std::uint64_t code_size;
  XXH128_hash_t key, checksum;  // the checksum is over name and code
};
constexpr char magic[8] = {'n', 'g', 'c', 'o', 'd', 'e', '0', '1'};

XXH128_hash_t key_hash(const std::string& key) {
  return XXH3_128bits(key.data(), key.size());
}

// The entry's bytes; empty if they cannot be read completely. Never blocks on a FIFO.
std::string read_entry(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return {};
  struct stat info = {};
  std::string bytes;
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
      static_cast<std::uint64_t>(info.st_size) <= largest_entry) {
    bytes.resize(static_cast<std::size_t>(info.st_size));
    if (read(file, bytes.data(), bytes.size()) != info.st_size) bytes.clear();
    futimens(file, nullptr);  // marks the entry as used, for trim
  }
  close(file);
  return bytes;
}

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = write(file, bytes.data(), bytes.size());
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// "<32 digits>.obj" is an entry, ".<32 digits>.obj.<6 characters>" one that is being written.
bool is_entry_name(std::string_view name) {
  return name.size() == 32 + std::strlen(suffix) && name.ends_with(suffix) &&
         name.find_first_not_of("0123456789abcdef") == 32;
}

bool is_unfinished_name(std::string_view name) {
  return name.size() == 44 && name[0] == '.' && is_entry_name(name.substr(1, 36));
}

// May code from `folder` be executed? This user must own it and nobody else may write to it.
bool is_ours(const fs::path& folder) {
  struct stat info = {};
  return stat(folder.c_str(), &info) == 0 && info.st_uid == geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

DiskCache::DiskCache(fs::path folder, std::uint64_t limit)
    : folder_(std::move(folder)), limit_(limit) {
  std::error_code none;
  if (!folder_.empty() && fs::exists(folder_, none) && !is_ours(folder_)) folder_.clear();
}

std::shared_ptr<const CachedCode> DiskCache::read(const std::string& key) const {
  if (folder_.empty()) return nullptr;
  const std::string bytes = read_entry(folder_ / (key + suffix));
  Header header;
  if (bytes.size() < sizeof header) return nullptr;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::string_view rest = std::string_view(bytes).substr(sizeof header);
  if (std::memcmp(header.magic, magic, sizeof magic) != 0 || header.name_size > rest.size() ||
      header.code_size != rest.size() - header.name_size ||
      !XXH128_isEqual(header.key, key_hash(key)) ||
      !XXH128_isEqual(header.checksum, XXH3_128bits(rest.data(), rest.size())))
    return nullptr;
  auto code = std::make_shared<CachedCode>();
  code->kind = static_cast<CodeKind>(header.kind);
  code->compiler = rest.substr(0, header.name_size);
  code->bytes = rest.substr(header.name_size);
  return code;
}

void DiskCache::write(const std::string& key, const CachedCode& code) const {
  std::error_code ignored;
  if (folder_.empty()) return;
  if (!fs::exists(folder_, ignored)) {
    fs::create_directories(folder_, ignored);
    fs::permissions(folder_, fs::perms::owner_all, ignored);
  }
  if (!is_ours(folder_)) return;
  ignore_size_signal();
  const std::string rest = code.compiler + code.bytes;
  Header header = {};
  std::memcpy(header.magic, magic, sizeof magic);
  header.kind = static_cast<std::uint32_t>(code.kind);
  header.name_size = static_cast<std::uint32_t>(code.compiler.size());
  header.code_size = code.bytes.size();
  header.key = key_hash(key);
  header.checksum = XXH3_128bits(rest.data(), rest.size());
  std::string temporary = (folder_ / ("." + key + suffix + ".XXXXXX")).string();
  const int file = mkostemp(temporary.data(), O_CLOEXEC);
  if (file < 0) return;
  const bool written = write_all(file, {reinterpret_cast<const char*>(&header), sizeof header}) &&
                       write_all(file, rest);
  if (close(file) != 0 || !written ||
      rename(temporary.c_str(), (folder_ / (key + suffix)).c_str()) != 0)
    unlink(temporary.c_str());
  // On average every 16th written entry triggers a trim, whichever process writes it.
  if (key.back() == '0') trim();
}

void DiskCache::remove(const std::string& key) const {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove(folder_ / (key + suffix), ignored);
}

void DiskCache::trim() const {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t size;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code problem;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(folder_, problem), end; !problem && it != end;
       it.increment(problem)) {
    std::error_code gone;
    Entry entry = {it->path(), it->last_write_time(gone), it->file_size(gone)};
    if (gone) continue;
    const std::string name = entry.path.filename();
    if (is_unfinished_name(name) && now - entry.used > std::chrono::hours(1))
      fs::remove(entry.path, gone);
    if (!is_entry_name(name)) continue;
    total += entry.size;
    entries.push_back(std::move(entry));
  }
  if (total <= limit_) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  for (const Entry& entry : entries) {
    std::error_code gone;
    fs::remove(entry.path, gone);
    total -= entry.size;
    if (total <= limit_ / 8 * 7) return;
  }
}

}  // namespace ng
