// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tflite/flat_table.h"

#include <algorithm>
#include <cstring>

namespace ng {
namespace {

constexpr std::size_t part_bytes = 1 << 16;

}  // namespace

FlatFile::FlatFile(const Reader& reader) : reader_(reader) {}

void FlatFile::fail(std::uint64_t at, std::string found, std::string expected) const {
  reader_.fail_at(std::min(at, size()),
                  {"the FlatBuffer is damaged", std::move(found), std::move(expected),
                   "export or download the model again"});
}

void FlatFile::read(std::uint64_t at, std::span<std::byte> out) const {
  if (at > size() || out.size() > size() - at)
    fail(at, "an offset of " + std::to_string(at) + " + " + std::to_string(out.size()),
         "at most " + std::to_string(size()) + " bytes");
  if (out.size() > part_bytes) return reader_.read_at(at, out);
  const bool inside = at >= start_ && at + out.size() <= start_ + part_.size();
  if (!inside) {
    start_ = at;
    part_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(part_bytes, size() - at)));
    reader_.read_at(at, part_);
  }
  if (!out.empty()) std::memcpy(out.data(), part_.data() + (at - start_), out.size());
}

void FlatFile::count(std::uint64_t at, std::uint64_t elements, std::uint64_t bytes) const {
  read_bytes_ += elements * bytes;
  if (read_bytes_ > 4 * size() + (1 << 16))
    fail(at, "vectors of more bytes than the file", "each vector in one table");
}

FlatTable::FlatTable(const FlatFile& file) : FlatTable(file, file.number<std::uint32_t>(0)) {}

FlatTable::FlatTable(const FlatFile& file, std::uint64_t at) : file_(&file), at_(at) {
  const auto back = file.number<std::int32_t>(at);
  const auto fields = static_cast<std::int64_t>(at) - back;
  if (fields < 0) file.fail(at, "a table whose list of fields is before the file", "an offset");
  fields_ = static_cast<std::uint64_t>(fields);
  fields_bytes_ = file.number<std::uint16_t>(fields_);
  if (fields_bytes_ < 4 || fields_bytes_ % 2 != 0)
    file.fail(fields_, "a list of fields of " + std::to_string(fields_bytes_) + " bytes",
              "an even number from 4 on");
}

std::optional<std::uint64_t> FlatTable::field(int slot) const {
  const auto offset = static_cast<std::uint64_t>(4 + 2 * slot);
  if (offset + 2 > fields_bytes_) return std::nullopt;
  const auto at = file_->number<std::uint16_t>(fields_ + offset);
  if (at == 0) return std::nullopt;
  return at_ + at;
}

std::uint64_t FlatTable::target(std::uint64_t at) const {
  const auto offset = file_->number<std::uint32_t>(at);
  if (offset == 0) file_->fail(at, "an offset of 0", "one to a table or vector after it");
  return at + offset;
}

std::optional<FlatTable> FlatTable::table(int slot) const {
  const auto at = field(slot);
  if (!at) return std::nullopt;
  return FlatTable(*file_, target(*at));
}

FlatTable::Vector FlatTable::vector_of(int slot, std::size_t element_bytes) const {
  const auto at = field(slot);
  if (!at) return {};
  const std::uint64_t start = target(*at);
  const auto size = file_->number<std::uint32_t>(start);
  const std::uint64_t first = start + 4;
  if (first > file_->size() || size > (file_->size() - first) / element_bytes)
    file_->fail(start, "a vector of " + std::to_string(size) + " elements",
                "at most what the file holds");
  return {first, size};
}

std::string FlatTable::text(int slot) const {
  const Vector vector = vector_of(slot, 1);
  file_->count(vector.at, vector.size, 1);
  std::string text(vector.size, '\0');
  file_->read(vector.at, std::as_writable_bytes(std::span(text)));
  return text;
}

std::vector<FlatTable> FlatTable::tables(int slot) const {
  const Vector vector = vector_of(slot, 4);
  file_->count(vector.at, vector.size, 4);
  std::vector<FlatTable> all;
  all.reserve(vector.size);
  for (std::uint64_t i = 0; i < vector.size; ++i)
    all.emplace_back(*file_, target(vector.at + 4 * i));
  return all;
}

}  // namespace ng
