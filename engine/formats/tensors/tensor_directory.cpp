// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/tensor_directory.h"

#include <algorithm>
#include <cstring>

#include "engine/base/quote.h"
#include "engine/formats/archives/zip_entry.h"
#include "engine/formats/crc32c.h"
#include "engine/runtime/memory_left.h"

namespace ng {
namespace {

// Up to this many bytes before a tensor are read to verify the checksum of its zip entry.
constexpr std::uint64_t most_skipped = 1 << 20;

void skip(ZipEntryStream& stream, std::uint64_t bytes) {
  std::vector<std::byte> unused(std::min<std::uint64_t>(bytes, 1 << 16));
  while (bytes > 0) {
    const std::uint64_t some = std::min<std::uint64_t>(bytes, unused.size());
    stream.read(std::span(unused).first(some));
    bytes -= some;
  }
}

// Reads bytes of the tensor's member or file, from `offset` bytes into it.
void read_bytes(const Reader& reader, const TensorDirectory& directory, const StoredTensor& tensor,
                std::uint64_t offset, std::span<std::byte> out) {
  if (tensor.member < 0) return reader.read_at(offset, out);
  const TensorMember& member = directory.members[static_cast<std::size_t>(tensor.member)];
  const ZipEntry& entry = member.entry;
  const bool to_end = offset + out.size() == entry.unpacked;
  const bool verified = to_end && member.has_crc;
  if (entry.method == 0 && (!verified || offset > most_skipped))
    return reader.read_at(entry.data + offset, out);
  ZipEntryStream stream(reader, entry);
  skip(stream, offset);
  stream.read(out);
  if (verified) stream.finish();
}

// Bytes of an element; elements with strides fill whole bytes.
std::size_t element_bytes(const StoredTensor& tensor) {
  return static_cast<std::size_t>(tensor.dtype.bits() / 8);
}

// Copies elements from `span`, which begins at the tensor's first element, in row-major order.
void gather(const StoredTensor& stored, std::span<const std::byte> span,
            std::span<std::byte> elements) {
  const std::size_t size = element_bytes(stored), rank = stored.shape.size();
  std::vector<std::int64_t> index(rank, 0);
  std::int64_t from = 0;
  for (std::size_t to = 0; to < elements.size(); to += size) {
    std::memcpy(elements.data() + to, span.data() + static_cast<std::size_t>(from) * size, size);
    for (std::size_t axis = rank; axis-- > 0;) {
      from += stored.strides[axis];
      if (++index[axis] < stored.shape[axis]) break;
      from -= stored.strides[axis] * stored.shape[axis];
      index[axis] = 0;
    }
  }
}

// Reverses the bytes of each number.
void swap_bytes(const StoredType& type, std::span<std::byte> elements) {
  const auto size = static_cast<std::size_t>(type.bits() / 8 / type.parts());
  for (std::size_t at = 0; at + size <= elements.size(); at += size)
    std::reverse(elements.begin() + static_cast<std::ptrdiff_t>(at),
                 elements.begin() + static_cast<std::ptrdiff_t>(at + size));
}

std::uint64_t checked_bytes(const Reader& reader, const StoredTensor& tensor, std::uint64_t bytes) {
  reader.check_limit("a tensor", bytes, reader.limits().allocation_bytes);
  require_memory(static_cast<std::int64_t>(bytes), "the tensor " + quote(tensor.name));
  return bytes;
}

void verify(const Reader& reader, const StoredTensor& stored, std::span<const std::byte> elements) {
  const std::uint32_t found = masked_crc32c(crc32c(elements));
  if (found == *stored.crc32c) return;
  reader.fail_at(stored.offset,
                 {"the checksum of the tensor " + quote(stored.name) + " is wrong",
                  std::to_string(found), std::to_string(*stored.crc32c),
                  "the file is damaged, or it and its index are of different saves"});
}

// Bytes from the first to the last element of a strided tensor that is not empty.
std::uint64_t span_bytes(const StoredTensor& tensor) {
  std::int64_t last = 0;
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis)
    last += (tensor.shape[axis] - 1) * tensor.strides[axis];
  return (static_cast<std::uint64_t>(last) + 1) * element_bytes(tensor);
}

[[noreturn]] void refuse_elements(const Reader& reader, const StoredTensor& tensor,
                                  std::string why) {
  Diagnostic diagnostic;
  diagnostic.what = "the tensor " + quote(tensor.name) + " cannot be read: " + std::move(why);
  diagnostic.where = quote(reader.path());
  refuse(ErrorKind::value, std::move(diagnostic));
}

std::string without_values(const StoredTensor& tensor) {
  return "elements of the type " + quote(tensor.dtype.name()) + " are no numbers that are known";
}

}  // namespace

bool is_row_major(const Shape& shape, std::span<const std::int64_t> strides) {
  if (std::count(shape.begin(), shape.end(), 0) > 0) return true;
  std::int64_t expected = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] != 1 && strides[axis] != expected) return false;
    expected *= shape[axis];
  }
  return true;
}

std::uint64_t StoredTensor::bytes() const {
  return dtype.bits() > 0 ? tensor_bytes(dtype, shape) : unsized_bytes;
}

bool is_plain(const TensorDirectory& directory, const StoredTensor& tensor) {
  if (!tensor.is_real() || !tensor.dtype.fills_bytes()) return false;
  if (tensor.value || tensor.read_by || tensor.swapped || !tensor.strides.empty()) return false;
  return tensor.member < 0 ||
         directory.members[static_cast<std::size_t>(tensor.member)].entry.method == 0;
}

std::uint64_t position_of(const TensorDirectory& directory, const StoredTensor& tensor) {
  if (tensor.member < 0) return tensor.offset;
  return directory.members[static_cast<std::size_t>(tensor.member)].entry.data + tensor.offset;
}

std::vector<std::byte> in_order(const StoredTensor& tensor, std::vector<std::byte> stored) {
  std::vector<std::byte> elements;
  if (tensor.strides.empty()) {
    elements = std::move(stored);
  } else {
    elements.resize(tensor.bytes());
    gather(tensor, stored, elements);
  }
  if (tensor.swapped) swap_bytes(tensor.dtype, elements);
  if (tensor.dtype == DType::bool_)
    for (std::byte& byte : elements) byte = std::byte{byte != std::byte{0}};
  return elements;
}

std::vector<std::byte> read_elements(const Reader& reader, const TensorDirectory& directory,
                                     const StoredTensor& stored) {
  if (!stored.fault.empty()) refuse_elements(reader, stored, stored.fault);
  if (stored.value) return *stored.value;
  const std::uint64_t bytes = checked_bytes(reader, stored, stored.bytes());
  if (bytes == 0) return {};
  if (stored.read_by) return in_order(stored, stored.read_by(reader));
  const bool strided = !stored.strides.empty();
  std::vector<std::byte> span(strided ? checked_bytes(reader, stored, span_bytes(stored)) : bytes);
  read_bytes(reader, directory, stored, stored.offset, span);
  if (stored.crc32c) verify(reader, stored, span);
  return in_order(stored, std::move(span));
}

Tensor read_stored(const Reader& reader, const TensorDirectory& directory,
                   const StoredTensor& stored) {
  if (stored.fault.empty() && !stored.dtype.values())
    refuse_elements(reader, stored, without_values(stored));
  return decoded(stored.dtype, stored.shape, read_elements(reader, directory, stored));
}

std::string not_real(const StoredTensor& tensor) {
  if (!tensor.fault.empty()) return tensor.fault;
  return tensor.dtype.values() ? "its elements are complex numbers" : without_values(tensor);
}

void note_not_real(const StoredTensor& tensor, Notes& notes, std::string where) {
  add_note(notes, "the tensor " + quote(tensor.name) + " is left out: " + not_real(tensor),
           std::move(where));
}

TensorFile read_all_stored(const Reader& reader, TensorDirectory directory, Notes& notes) {
  std::erase_if(directory.tensors, [&](const StoredTensor& tensor) {
    if (!tensor.is_real()) note_not_real(tensor, notes, quote(reader.path()));
    return !tensor.is_real();
  });
  unsigned __int128 total = 0;
  for (const StoredTensor& tensor : directory.tensors) total += tensor.bytes();
  // Views of one storage are copied one by one and can exceed the file.
  reader.check_limit("the tensors of the file",
                     static_cast<std::uint64_t>(std::min<unsigned __int128>(total, UINT64_MAX)),
                     reader.limits().allocation_bytes);
  require_memory(static_cast<std::int64_t>(total), "the tensors of " + quote(reader.path()));
  TensorFile file;
  std::unique_ptr<Reader> other;  // of `open`, if that is not the file of `reader`
  std::uint32_t open = 0;
  for (const StoredTensor& tensor : directory.tensors) {
    if (tensor.file != open) {
      open = tensor.file;
      other =
          open == 0 ? nullptr : std::make_unique<Reader>(directory.files[open], reader.limits());
    }
    file.tensors.push_back({tensor.name, read_stored(other ? *other : reader, directory, tensor)});
  }
  file.metadata = std::move(directory.metadata);
  return file;
}

}  // namespace ng
