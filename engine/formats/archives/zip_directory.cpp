// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/archives/zip_directory.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/base/quote.h"

namespace ng {
namespace {

constexpr const char* again = "the archive is malformed; download it again";
constexpr std::uint32_t local_mark = 0x04034b50, central_mark = 0x02014b50, end_mark = 0x06054b50,
                        end64_mark = 0x06064b50, locator_mark = 0x07064b50;
constexpr std::uint64_t end_bytes = 22, central_bytes = 46, local_bytes = 30, locator_bytes = 20,
                        end64_bytes = 56;
constexpr std::uint16_t encrypted = 1, sizes_follow = 8;

// A record in memory, with little-endian fields at fixed offsets.
struct Record {
  std::uint64_t offset = 0;
  std::string bytes;

  std::uint64_t number(std::size_t at, std::size_t size) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, size);
    return value;
  }
  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  std::uint64_t u64(std::size_t at) const { return number(at, 8); }
};

Record record_at(const Reader& reader, std::uint64_t offset, std::uint64_t bytes) {
  Record record{offset, std::string(bytes, '\0')};
  reader.read_at(offset, std::as_writable_bytes(std::span(record.bytes)));
  return record;
}

struct Directory {
  std::uint64_t offset = 0, bytes = 0, entries = 0, end = 0;  // end: where it must stop
};

// Finds the end record: the only signature whose comment extends to the end of the file.
Record find_end(const Reader& reader) {
  const std::uint64_t searched = std::min<std::uint64_t>(reader.size(), end_bytes + 0xffff);
  const Record tail = record_at(reader, reader.size() - searched, searched);
  std::vector<std::uint64_t> ends;
  for (std::size_t at = 0; at + end_bytes <= searched; ++at) {
    if (tail.u32(at) != end_mark) continue;
    if (at + end_bytes + tail.u16(at + 20) == searched) ends.push_back(tail.offset + at);
  }
  if (ends.empty()) {
    reader.fail_at(reader.size(), {"the archive is cut off or not a zip", "no end record",
                                   "an end record that reaches to the end", again});
  }
  if (ends.size() > 1) {
    reader.fail_at(ends[1],
                   {"the archive has two end records",
                    reader.where(ends[0]) + " and " + reader.where(ends[1]), "one", again});
  }
  return record_at(reader, ends[0], end_bytes);
}

// Reads the 64-bit end record if a locator precedes the end record.
void read_end64(const Reader& reader, std::uint64_t end, Directory& directory) {
  if (end < locator_bytes) return;
  const Record locator = record_at(reader, end - locator_bytes, locator_bytes);
  if (locator.u32(0) != locator_mark) return;
  const std::uint64_t at = locator.u64(8);
  if (at > locator.offset || locator.offset - at < end64_bytes) {
    reader.fail_at(locator.offset, {"the zip64 locator points outside the file", std::to_string(at),
                                    "before " + std::to_string(locator.offset), again});
  }
  const Record end64 = record_at(reader, at, end64_bytes);
  if (end64.u32(0) != end64_mark || end64.u32(16) != 0 || end64.u32(20) != 0) {
    reader.fail_at(at, {"the zip64 end record is wrong", {}, {}, again});
  }
  directory = {end64.u64(48), end64.u64(40), end64.u64(32), at};
}

Directory find_directory(const Reader& reader) {
  const Record end = find_end(reader);
  if (end.u16(4) != 0 || end.u16(6) != 0 || end.u16(8) != end.u16(10)) {
    reader.fail_at(end.offset + 4, {"the archive is one of several parts", {}, "one file", again});
  }
  Directory directory{end.u32(16), end.u32(12), end.u16(10), end.offset};
  read_end64(reader, end.offset, directory);
  if (directory.offset > directory.end || directory.bytes != directory.end - directory.offset) {
    reader.fail_at(end.offset, {"the directory is not where the end record says",
                                "offset " + std::to_string(directory.offset) + ", " +
                                    std::to_string(directory.bytes) + " bytes",
                                "to end at " + std::to_string(directory.end), again});
  }
  reader.check_limit("the number of archive entries", directory.entries,
                     reader.limits().zip_entries);
  return directory;
}

// Fields of 0xffffffff have their 64-bit values in an extra field.
void read_extra64(const Reader& reader, const Record& extra, ZipEntry& entry) {
  for (std::size_t at = 0; at + 4 <= extra.bytes.size();) {
    const std::size_t size = extra.u16(at + 2);
    if (at + 4 + size > extra.bytes.size()) break;
    if (extra.u16(at) == 1) {
      std::size_t next = at + 4;
      for (std::uint64_t* value : {&entry.unpacked, &entry.packed, &entry.header}) {
        if (*value != 0xffffffff) continue;
        if (next + 8 > at + 4 + size) {
          reader.fail_at(extra.offset + at, {"a zip64 field is too short", {}, {}, again});
        }
        *value = extra.u64(next);
        next += 8;
      }
    }
    at += 4 + size;
  }
}

ZipEntry read_central(const Reader& reader, const Directory& directory, std::uint64_t& at) {
  if (directory.end - at < central_bytes) {
    reader.fail_at(at, {"the directory has fewer entries than it claims",
                        {},
                        std::to_string(directory.entries) + " entries",
                        again});
  }
  const Record record = record_at(reader, at, central_bytes);
  const std::uint64_t name = record.u16(28), extra = record.u16(30), comment = record.u16(32);
  if (record.u32(0) != central_mark ||
      directory.end - at - central_bytes < name + extra + comment) {
    reader.fail_at(at, {"a directory record is damaged", {}, {}, again});
  }
  ZipEntry entry;
  entry.directory = at;
  entry.flags = record.u16(8);
  entry.method = record.u16(10);
  entry.crc = record.u32(16);
  entry.packed = record.u32(20);
  entry.unpacked = record.u32(24);
  entry.header = record.u32(42);
  entry.name = record_at(reader, at + central_bytes, name).bytes;
  read_extra64(reader, record_at(reader, at + central_bytes + name, extra), entry);
  const std::uint32_t file_type = record.u32(38) >> 28;
  if (record.u16(34) != 0 || file_type == 0xa) {
    reader.fail_at(at, {"the entry " + quote(entry.name) + " is a link or is in another part",
                        {},
                        "a plain file",
                        again});
  }
  at += central_bytes + name + extra + comment;
  return entry;
}

void check_central(const Reader& reader, const ZipEntry& entry) {
  const std::string who = "the entry " + quote(entry.name);
  auto fail = [&](const std::string& what, std::string found, std::string expected) {
    reader.fail_at(entry.directory, {who + what, std::move(found), std::move(expected), again});
  };
  if (entry.flags & encrypted) fail(" is encrypted", {}, "no encryption");
  if (entry.method != 0 && entry.method != 8) {
    fail(" uses an unknown compression", std::to_string(entry.method), "0 (stored) or 8 (deflate)");
  }
  if (entry.name.find('\0') != std::string::npos) fail(" has a zero byte in its name", {}, {});
  if (entry.packed > reader.size())
    fail(" is larger than the file", std::to_string(entry.packed), {});
  if (entry.method == 0 && entry.packed != entry.unpacked) {
    fail(" is stored but has two sizes",
         std::to_string(entry.packed) + " and " + std::to_string(entry.unpacked), "one");
  }
  if (entry.unpacked / reader.limits().zip_ratio > entry.packed) {
    fail(" claims a compression that deflate cannot reach",
         std::to_string(entry.packed) + " bytes unpack to " + std::to_string(entry.unpacked),
         "at most " + std::to_string(reader.limits().zip_ratio) + ":1 (limit zip_ratio)");
  }
}

void check_local(const Reader& reader, ZipEntry& entry) {
  const std::string who = "the entry " + quote(entry.name);
  auto fail = [&](const std::string& what, std::string found, std::string expected) {
    reader.fail_at(entry.header, {who + what, std::move(found), std::move(expected), again});
  };
  const Record record = record_at(reader, entry.header, local_bytes);
  if (record.u32(0) != local_mark) fail(" is not where the directory says", {}, {});
  const std::uint64_t name = record.u16(26), extra = record.u16(28);
  const std::string local_name = record_at(reader, entry.header + local_bytes, name).bytes;
  if (local_name != entry.name)
    fail(" has a different name in its local header", quote(local_name), "the same");
  if (record.u16(6) != entry.flags || record.u16(8) != entry.method) {
    fail(" has different flags or compression in its local header",
         std::to_string(record.u16(6)) + ", " + std::to_string(record.u16(8)),
         std::to_string(entry.flags) + ", " + std::to_string(entry.method));
  }
  ZipEntry local;
  local.packed = record.u32(18);
  local.unpacked = record.u32(22);
  read_extra64(reader, record_at(reader, entry.header + local_bytes + name, extra), local);
  const bool follow = (entry.flags & sizes_follow) != 0;
  const bool zero = record.u32(14) == 0 && local.packed == 0 && local.unpacked == 0;
  const bool same = record.u32(14) == entry.crc && local.packed == entry.packed &&
                    local.unpacked == entry.unpacked;
  const bool unknown = follow && record.u32(14) == 0 && record.u32(18) == 0xffffffff;
  if (!same && !unknown && !(follow && zero)) {
    fail(" has different sizes or a different CRC in its local header", {}, "the directory's");
  }
  entry.data = entry.header + local_bytes + name + extra;
}

// Checks that entries start at the first byte and do not overlap, names are unique, and the total
// size is bounded.
void check_together(const Reader& reader, const std::vector<ZipEntry>& entries,
                    const Directory& directory) {
  std::vector<const ZipEntry*> sorted;
  std::map<std::string_view, const ZipEntry*> names;
  std::uint64_t total = 0;
  for (const ZipEntry& entry : entries) {
    sorted.push_back(&entry);
    const auto [place, added] = names.emplace(entry.name, &entry);
    if (!added) {
      reader.fail_at(entry.directory,
                     {"the entry " + quote(entry.name) + " comes twice",
                      "also " + reader.where(place->second->directory), "once", again});
    }
    // Stored entries are as large as the file, and are read in parts.
    if (entry.method != 0) total += std::min(entry.unpacked, ~total);
  }
  reader.check_limit("the archive's unpacked size", total, reader.limits().allocation_bytes);
  std::sort(sorted.begin(), sorted.end(),
            [](const ZipEntry* a, const ZipEntry* b) { return a->header < b->header; });
  if (!sorted.empty() && sorted[0]->header != 0) {
    reader.fail_at(0, {"there is data before the first entry",
                       std::to_string(sorted[0]->header) + " bytes", "nothing", again});
  }
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const ZipEntry& entry = *sorted[i];
    const std::uint64_t room = i + 1 < sorted.size() ? sorted[i + 1]->header : directory.offset;
    if (entry.data <= room && entry.packed <= room - entry.data) continue;
    const std::string next =
        i + 1 < sorted.size() ? "the entry " + quote(sorted[i + 1]->name) : "the directory";
    reader.fail_at(entry.header,
                   {"the entry " + quote(entry.name) + " overlaps " + next, {}, {}, again});
  }
}

}  // namespace

std::vector<ZipEntry> read_zip_directory(const Reader& reader) {
  if (reader.size() < end_bytes) {
    reader.fail_at(0, {"the archive is cut off or not a zip",
                       std::to_string(reader.size()) + " bytes", "at least 22 bytes", again});
  }
  const Directory directory = find_directory(reader);
  std::vector<ZipEntry> entries;
  std::uint64_t at = directory.offset;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    entries.push_back(read_central(reader, directory, at));
    check_central(reader, entries.back());
    check_local(reader, entries.back());
  }
  if (at != directory.end) {
    reader.fail_at(at, {"the directory has more entries than it claims",
                        std::to_string(directory.end - at) + " bytes more",
                        std::to_string(directory.entries) + " entries", again});
  }
  check_together(reader, entries, directory);
  return entries;
}

}  // namespace ng
