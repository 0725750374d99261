// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tensor_window.h"

#include <algorithm>
#include <optional>

#include "engine/base/quote.h"
#include "engine/formats/format_table.h"
#include "engine/formats/npy.h"
#include "engine/formats/npz.h"
#include "engine/formats/safetensors.h"
#include "engine/formats/zip_directory.h"

namespace ng {
namespace {

struct Place {
  DType dtype = DType::f32;
  Shape shape;
  std::uint64_t offset = 0;
};

[[noreturn]] void refuse_name(const std::string& path, const std::string& name) {
  refuse(ErrorKind::key, quote(path) + " holds no tensor " + quote(name));
}

std::optional<Place> place_of(const NpyLayout& layout) {
  if (!layout.plain) return std::nullopt;
  return Place{layout.dtype, layout.shape, layout.data};
}

Place in_safetensors(Reader& reader, const std::string& name) {
  Notes notes;
  const SafetensorsHeader header = read_safetensors_header(reader, notes);
  for (const SafetensorsEntry& entry : header.entries)
    if (entry.name == name) return {entry.dtype, entry.shape, header.data_start + entry.begin};
  refuse_name(reader.path(), name);
}

std::optional<Place> in_npz(Reader& reader, const std::string& name) {
  for (const ZipEntry& entry : read_zip_directory(reader)) {
    if (entry.name != name + ".npy") continue;
    if (entry.method != 0) return std::nullopt;
    Notes notes;
    return place_of(read_npy_layout(reader, entry.data, entry.unpacked, notes));
  }
  refuse_name(reader.path(), name);
}

std::optional<Place> in_npy(Reader& reader) {
  Notes notes;
  return place_of(read_npy_layout(reader, 0, reader.size(), notes));
}

}  // namespace

std::unique_ptr<TensorWindow> TensorWindow::open(const std::string& path, const std::string& name) {
  Reader reader(path);
  const std::string_view format = recognise(reader).name;
  std::optional<Place> place;
  if (format == safetensors_format.name) place = in_safetensors(reader, name);
  if (format == npz_format.name) place = in_npz(reader, name);
  if (format == npy_format.name) place = in_npy(reader);
  if (!place) return nullptr;
  return std::unique_ptr<TensorWindow>(
      new TensorWindow(path, place->dtype, std::move(place->shape), place->offset));
}

TensorWindow::TensorWindow(const std::string& path, DType dtype, Shape shape, std::uint64_t offset)
    : reader_(path),
      dtype_(dtype),
      shape_(std::move(shape)),
      size_(element_count(shape_)),
      offset_(offset) {}

Tensor TensorWindow::read(std::int64_t first, std::int64_t count) const {
  if (first < 0 || count < 0 || first > size_ - count) {
    Diagnostic diagnostic;
    diagnostic.what = "a window reaches outside the tensor";
    diagnostic.found = "elements " + std::to_string(first) + " to " + std::to_string(first + count);
    diagnostic.expected = "of " + std::to_string(size_);
    refuse(ErrorKind::index, std::move(diagnostic));
  }
  Tensor part(dtype_, {count});
  reader_.read_at(offset_ + static_cast<std::uint64_t>(first) * size_of(dtype_), part.bytes);
  if (dtype_ == DType::bool_)
    for (std::byte& byte : part.bytes) byte = std::byte{byte != std::byte{0}};
  return part;
}

double TensorWindow::at(std::int64_t element) {
  const std::int64_t number = element / page;
  const auto known = held_.find(number);
  if (known != held_.end()) {
    pages_.splice(pages_.begin(), pages_, known->second);
  } else {
    const std::int64_t first = number * page;
    pages_.emplace_front(number, read(first, std::min(page, size_ - first)));
    held_[number] = pages_.begin();
    ++pages_read_;
    if (std::ssize(pages_) > most_pages) {
      held_.erase(pages_.back().first);
      pages_.pop_back();
    }
  }
  return pages_.front().second.at(element % page);
}

}  // namespace ng
