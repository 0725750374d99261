// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/safetensors.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "engine/base/input_file.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/safetensors_header.h"
#include "engine/formats/tensors/safetensors_types.h"

namespace ng {
namespace {

constexpr const char* again = "the file is damaged or was made by a faulty tool; export it again";

std::uint64_t swapped(std::uint64_t value) {
  return __builtin_bswap64(value);
}

std::uint64_t read_header_length(Reader& reader) {
  reader.need(8, "header length");
  const std::uint64_t length = reader.u64();
  const std::uint64_t have = reader.remaining();
  if (length > have && swapped(length) <= have && swapped(length) > 0) {
    reader.fail_at(0, {"the header length looks big-endian", std::to_string(length),
                       std::to_string(swapped(length)) + ", little-endian", again});
  }
  if (length == 0 || length > have) {
    reader.fail_at(0, {"the header length does not fit the file", std::to_string(length),
                       "from 2 to " + std::to_string(have) + " bytes", again});
  }
  reader.check_limit("the header length", length, reader.limits().header_bytes);
  return length;
}

void check_header_start(const Reader& reader, const std::string& text, Notes& notes) {
  const std::size_t brace = text.find_first_not_of(" \t\r\n");
  if (brace == std::string::npos || text[brace] != '{') {
    reader.fail_at(8,
                   {"the header does not start with '{'", quote(text.substr(0, 8)), "'{'", again});
  }
  if (brace > 0) {
    add_note(notes, "the header starts with white space, which the format forbids",
             reader.where(8));
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
    reader.fail_at(8 + nul, {"the header holds a zero byte", "\\x00", "JSON text", again});
  }
}

// The size of a shape in bytes, that of the range for an unknown type; throws for sizes beyond
// 2^50.
std::uint64_t bytes_needed(const Reader& reader, const SafetensorsEntry& entry) {
  unsigned __int128 count = 1;
  const bool empty = std::count(entry.shape.begin(), entry.shape.end(), 0) > 0;
  const auto bits = static_cast<unsigned __int128>(std::max<std::int64_t>(8, entry.dtype.bits()));
  for (const std::int64_t length : entry.shape) {
    if (!empty) count *= static_cast<unsigned __int128>(length);
    if (count >> 47 == 0 && count * bits >> 53 == 0) continue;
    reader.fail_at(entry.header_offset,
                   {"tensor " + quote(entry.name) + " has a shape that is too large",
                    to_string(entry.shape), "fewer than 2^47 elements", again});
  }
  if (entry.dtype.bits() == 0) return entry.end - entry.begin;
  return tensor_bytes(entry.dtype, entry.shape);
}

std::string range_text(const SafetensorsEntry& entry) {
  return "[" + std::to_string(entry.begin) + ", " + std::to_string(entry.end) + ")";
}

// Checks that every byte of the data belongs to exactly one tensor.
void check_layout(const Reader& reader, SafetensorsHeader& header, std::uint64_t data_bytes) {
  std::sort(header.entries.begin(), header.entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  std::uint64_t covered = 0;
  const SafetensorsEntry* before = nullptr;
  for (const SafetensorsEntry& entry : header.entries) {
    const std::string tensor = "tensor " + quote(entry.name);
    const std::uint64_t needed = bytes_needed(reader, entry);
    if (entry.end > data_bytes) {
      reader.fail_at(entry.header_offset, {tensor + " lies beyond the end of the file",
                                           range_text(entry) + " of the data",
                                           "at most " + std::to_string(data_bytes), again});
    }
    if (needed != entry.end - entry.begin) {
      reader.fail_at(entry.header_offset,
                     {tensor + " needs " + std::to_string(needed) + " bytes for its shape " +
                          to_string(entry.shape) + " of " + std::string(entry.dtype.name()),
                      std::to_string(entry.end - entry.begin) + " bytes " + range_text(entry),
                      std::to_string(needed) + " bytes", again});
    }
    if (entry.begin < covered) {
      reader.fail_at(entry.header_offset,
                     {tensor + " overlaps tensor " + quote(before->name), range_text(entry),
                      "from " + std::to_string(covered), again});
    }
    if (entry.begin > covered) {
      reader.fail_at(header.data_start + covered,
                     {"there is a hole before " + tensor,
                      "bytes [" + std::to_string(covered) + ", " + std::to_string(entry.begin) +
                          ") of the data belong to no tensor",
                      "none", again});
    }
    covered = entry.end;
    before = &entry;
  }
  if (covered == data_bytes) return;
  reader.fail_at(header.data_start + covered,
                 {"there are bytes after the last tensor",
                  std::to_string(data_bytes - covered) + " bytes", "none", again});
}

// Read when they are needed, if they are in a file.
TensorBytes bytes_at(const Reader& reader, std::uint64_t offset, std::uint64_t bytes) {
  if (reader.file()) return bytes_later(reader.file(), offset, bytes);
  std::vector<std::byte> now(bytes);
  reader.read_at(offset, now);
  return now;
}

StoredTensor stored_tensor(const SafetensorsHeader& header, const SafetensorsEntry& entry) {
  StoredTensor tensor;
  tensor.name = entry.name;
  tensor.dtype = entry.dtype;
  tensor.shape = entry.shape;
  tensor.offset = header.data_start + entry.begin;
  tensor.unsized_bytes = entry.end - entry.begin;
  return tensor;
}

}  // namespace

SafetensorsHeader read_safetensors_header(Reader& reader, Notes& notes) {
  reader.seek(0);
  SafetensorsHeader header;
  const std::uint64_t length = read_header_length(reader);
  std::string text = reader.text(length);
  check_header_start(reader, text, notes);
  parse_safetensors_header(reader, std::move(text), 8, header, notes);
  header.data_start = 8 + length;
  check_layout(reader, header, reader.size() - header.data_start);
  return header;
}

Tensor read_safetensors_tensor(Reader& reader, const SafetensorsHeader& header,
                               const SafetensorsEntry& entry, Notes& notes) {
  const Reader::Field field(reader, "tensor " + quote(entry.name));
  reader.check_limit("a tensor", entry.end - entry.begin, reader.limits().allocation_bytes);
  TensorBytes elements = bytes_at(reader, header.data_start + entry.begin, entry.end - entry.begin);
  if (entry.dtype == DType::bool_) {
    std::size_t odd = 0;
    for (std::byte& byte : elements) {
      if (byte <= std::byte{1}) continue;
      byte = std::byte{1};
      ++odd;
    }
    if (odd > 0) {
      add_note(notes, std::to_string(odd) + " bytes of a bool are neither 0 nor 1; read as 1",
               reader.where(header.data_start + entry.begin));
    }
  }
  return decoded(entry.dtype, entry.shape, std::move(elements));
}

TensorFile read_safetensors(Reader& reader, Notes& notes) {
  const SafetensorsHeader header = read_safetensors_header(reader, notes);
  TensorFile file;
  file.metadata = header.metadata;
  for (const SafetensorsEntry& entry : header.entries) {
    if (entry.dtype.is_real()) {
      file.tensors.push_back({entry.name, read_safetensors_tensor(reader, header, entry, notes)});
    } else {
      note_not_real(stored_tensor(header, entry), notes, reader.where(entry.header_offset));
    }
  }
  return file;
}

TensorDirectory list_safetensors(Reader& reader, Notes& notes) {
  SafetensorsHeader header = read_safetensors_header(reader, notes);
  TensorDirectory directory;
  directory.files = {reader.path()};
  directory.tensors.reserve(header.entries.size());
  std::set<std::string_view> packed;  // that were noted
  for (const SafetensorsEntry& entry : header.entries) {
    directory.tensors.push_back(stored_tensor(header, entry));
    const StoredType& type = entry.dtype;
    if (type.bits() % 8 != 0 && packed.insert(type.name()).second)
      add_note(notes,
               "elements of the type " + std::string(safetensors_name(type)) + " have " +
                   std::to_string(type.bits()) + " bits and are packed",
               reader.where(entry.header_offset));
  }
  directory.metadata = std::move(header.metadata);
  return directory;
}

const Format safetensors_format = {
    .name = "safetensors",
    .title = "safetensors weights",
    .role = FileRole::checkpoint,
    .suffixes = {".safetensors"},
    .recognises =
        [](std::string_view first) {
          std::uint64_t length = 0;
          if (first.size() < 10) return false;
          std::memcpy(&length, first.data(), sizeof length);
          const std::size_t brace = first.find_first_not_of(" \t\r\n", 8);
          return length >= 2 && length >> 40 == 0 && brace != std::string_view::npos &&
                 first[brace] == '{';
        },
    .read = [](Reader& reader, Notes& notes) -> FileModel {
      return read_safetensors(reader, notes);
    },
    .write =
        [](const std::string& path, const FileModel& model) {
          const TensorFile& file = tensors_of(model);
          write_safetensors(path, refs(file), file.metadata);
        },
    .list = list_safetensors,
    .stream = stream_safetensors,
    .holds = [](const StoredType& type) { return !safetensors_name(type).empty(); },
};

}  // namespace ng
