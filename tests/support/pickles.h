// SPDX-License-Identifier: Apache-2.0
// Builds pickles and PyTorch checkpoints opcode by opcode, so that every part can be wrong.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ng::pickles {

using namespace std::string_literals;

inline std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i)
    text += static_cast<char>(i < 8 ? value >> (8 * i) & 0xff : 0);  // further bytes are 0
  return text;
}

inline std::string text(std::string_view value) {
  return "X" + little(value.size(), 4) + std::string(value);
}
inline std::string integer(std::int64_t value) {
  return "\x8a\x08" + little(static_cast<std::uint64_t>(value), 8);
}
inline std::string global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}
inline std::string tuple(const std::vector<std::int64_t>& values) {
  std::string ops = "(";
  for (const std::int64_t value : values) ops += integer(value);
  return ops + "t";
}

// A reference to a storage; `view` is a further value.
inline std::string storage(const std::string& key, const std::string& type, std::int64_t count,
                           const std::string& view = {}) {
  return "(" + text("storage") + global("torch", type) + text(key) + text("cpu") + integer(count) +
         view + "tQ";
}

// A dict with the tensor "w".
inline std::string tensor(const std::string& storage, std::int64_t offset, const std::string& shape,
                          const std::string& strides) {
  return "}" + text("w") + global("torch._utils", "_rebuild_tensor_v2") + "(" + storage +
         integer(offset) + shape + strides + "\x89}tRs";
}

// A tensor of six float32 elements in storage "0".
inline std::string tensor(const std::vector<std::int64_t>& shape,
                          const std::vector<std::int64_t>& strides, std::int64_t offset = 0) {
  return tensor(storage("0", "FloatStorage", 6), offset, tuple(shape), tuple(strides));
}

inline const std::string magic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."s;
inline const std::string legacy_start = magic + "\x80\x02M\xe9\x03." + "\x80\x02}.";

// Offset of the opcodes of the objects in a legacy file.
inline std::uint64_t legacy_body() {
  return legacy_start.size() + 2;
}

// A legacy file; `keys` are opcodes that push the list of keys, `data` follows.
inline std::string legacy(const std::string& body, const std::string& keys = "]" + text("0") + "a",
                          const std::string& data = little(6, 8) + std::string(24, '\1')) {
  return legacy_start + "\x80\x02" + body + "." + "\x80\x02" + keys + "." + data;
}

// Opcodes of the list of keys, and the data, of a legacy file with storage "0" that holds the
// float32 elements 0 to 5.
inline std::string key() {
  return "]" + text("0") + "a";
}
inline std::string six() {
  std::string data = little(6, 8);
  for (const float value : {0.f, 1.f, 2.f, 3.f, 4.f, 5.f})
    data.append(reinterpret_cast<const char*>(&value), sizeof value);
  return data;
}

// A zip archive of stored entries.
inline std::string archive(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string file, directory;
  for (const auto& [name, content] : entries) {
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
    const std::string facts = little(20, 2) + little(0, 4) + little(0, 4) + little(crc, 4) +
                              little(content.size(), 4) + little(content.size(), 4) +
                              little(name.size(), 2) + little(0, 2);
    directory += little(0x02014b50, 4) + little(20, 2) + facts + little(0, 10) +
                 little(file.size(), 4) + name;
    file += little(0x04034b50, 4) + facts + name + content;
  }
  return file + directory + little(0x06054b50, 4) + little(0, 4) + little(entries.size(), 2) +
         little(entries.size(), 2) + little(directory.size(), 4) + little(file.size(), 4) +
         little(0, 2);
}

}  // namespace ng::pickles
