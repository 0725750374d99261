// SPDX-License-Identifier: Apache-2.0
// Target: an entry of the kernel cache on disk, read and linked but never run. Its hashes are
// corrected if the last byte is odd, so that the code behind the check is reached too.
#include <xxhash.h>

#include <cstring>
#include <fstream>

#include "engine/backends/code_cache/disk_cache.h"
#include "engine/backends/cpu/compiler/loaded_code.h"
#include "tests/fuzz/memory_folder.h"
#include "tests/fuzz/target.h"

namespace ng::fuzz {
namespace {

constexpr std::size_t hashes_at = 24, header_bytes = 56;  // magic, kind, two sizes; two hashes

void mend_hashes(std::string& entry, const std::string& key) {
  const XXH128_hash_t hashes[] = {
      XXH3_128bits(key.data(), key.size()),
      XXH3_128bits(entry.data() + header_bytes, entry.size() - header_bytes)};
  std::memcpy(entry.data() + hashes_at, hashes, sizeof hashes);
}

}  // namespace

void target_cache_entry(Bytes bytes) {
  static const MemoryFolder folder;
  const DiskCache cache(folder.path(), 1 << 20);
  const std::string key(32, '1');
  std::string entry(text_of(bytes));
  if (entry.size() >= header_bytes && (entry.back() & 1)) mend_hashes(entry, key);
  std::ofstream(folder.path() / (key + ".obj"), std::ios::binary) << entry;
  const auto code = cache.read(key);
  if (code && code->kind == CodeKind::object && can_load_objects()) load_object(code->bytes);
}

}  // namespace ng::fuzz
