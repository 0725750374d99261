// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/idx.h"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "engine/base/atomic_file.h"

namespace ng {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr const char* again = "download or write the file again";

// Element type codes, the third byte of the file.
constexpr std::pair<unsigned char, DType> types[] = {{0x08, DType::u8},  {0x09, DType::i8},
                                                     {0x0b, DType::i16}, {0x0c, DType::i32},
                                                     {0x0d, DType::f32}, {0x0e, DType::f64}};

const DType* type_of_code(unsigned char code) {
  for (const auto& [known, dtype] : types) {
    if (known == code) return &dtype;
  }
  return nullptr;
}

// Null if the format has no such type.
const std::pair<unsigned char, DType>* row_of(const StoredType& type) {
  for (const auto& known : types) {
    if (known.second == type) return &known;
  }
  return nullptr;
}

std::string hex(const std::string& bytes) {
  std::string text = bytes.empty() ? "nothing" : "bytes";
  for (const char c : bytes) {
    char digits[8];
    std::snprintf(digits, sizeof digits, " %02x", static_cast<unsigned char>(c));
    text += digits;
  }
  return text;
}

// Two zero bytes, the type, the number of axes.
bool is_magic(std::string_view first) {
  return first.size() >= 4 && first[0] == 0 && first[1] == 0 && first[3] != 0 &&
         type_of_code(static_cast<unsigned char>(first[2]));
}

void swap_bytes(std::byte* data, std::size_t bytes, std::size_t size) {
  for (std::size_t at = 0; size > 1 && at < bytes; at += size) {
    std::reverse(data + at, data + at + size);
  }
}

std::int64_t read_length(Reader& reader) {
  unsigned char bytes[4];
  reader.read(std::as_writable_bytes(std::span(bytes)));
  std::int64_t length = 0;
  for (const unsigned char byte : bytes) length = length << 8 | byte;
  return length;
}

std::uint64_t bytes_of(const Reader& reader, const StoredTensor& tensor) {
  if (std::count(tensor.shape.begin(), tensor.shape.end(), 0) > 0) return 0;
  unsigned __int128 bytes = tensor.dtype.bits() / 8;
  for (const std::int64_t length : tensor.shape) {
    bytes *= static_cast<unsigned __int128>(length);
    if (bytes >> 50 != 0) {
      reader.fail(
          {"the lengths are too large", to_string(tensor.shape), "fewer than 2^50 bytes", again});
    }
  }
  return static_cast<std::uint64_t>(bytes);
}

void append_length(std::string& out, std::int64_t length) {
  if (length > UINT32_MAX) {
    refuse(ErrorKind::value, "an IDX file cannot hold an axis of length " + std::to_string(length) +
                                 "; save it as npy or safetensors");
  }
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(length >> shift & 0xff);
}

}  // namespace

namespace {

// Reads type and lengths, and leaves the reader at the elements, which fill the rest of the file.
StoredTensor read_layout(Reader& reader) {
  reader.seek(0);
  const std::string magic = reader.first_bytes(4);
  if (!is_magic(magic)) {
    reader.fail_at(0, {"this is not an IDX file", hex(magic),
                       "00 00, a type (08 09 0b 0c 0d 0e), the number of axes", again});
  }
  reader.seek(4);
  const auto rank = static_cast<unsigned char>(magic[3]);
  reader.check_limit("the rank of an array", rank, reader.limits().rank);
  reader.need(4 * std::uint64_t{rank}, "lengths of the axes");
  StoredTensor tensor;
  tensor.name = only_array;
  tensor.dtype = *type_of_code(static_cast<unsigned char>(magic[2]));
  for (int axis = 0; axis < rank; ++axis) tensor.shape.push_back(read_length(reader));
  const std::uint64_t bytes = bytes_of(reader, tensor);
  if (bytes != reader.remaining()) {
    reader.fail({bytes > reader.remaining() ? "the data is cut off" : "bytes follow the data",
                 std::to_string(reader.remaining()) + " bytes",
                 std::to_string(bytes) + " bytes for the shape " + to_string(tensor.shape), again});
  }
  tensor.offset = reader.offset();
  tensor.swapped = tensor.dtype.bits() > 8;
  return tensor;
}

}  // namespace

Tensor read_idx(Reader& reader) {
  const StoredTensor layout = read_layout(reader);
  Tensor tensor;
  tensor.dtype = layout.dtype.dtype().value();
  tensor.shape = layout.shape;
  tensor.bytes = reader.bytes(layout.bytes());
  swap_bytes(tensor.bytes.data(), tensor.bytes.size(), size_of(tensor.dtype));
  return tensor;
}

std::string idx_bytes(const Tensor& tensor) {
  const auto* type = row_of(tensor.dtype);
  if (!type) {
    refuse(ErrorKind::value, "an IDX file cannot hold " + std::string(name(tensor.dtype)) +
                                 "; save it as npy or safetensors");
  }
  if (tensor.shape.empty() || tensor.shape.size() > Limits{}.rank) {
    refuse(ErrorKind::value,
           "an IDX file has 1 to 32 axes, not " + std::to_string(tensor.shape.size()));
  }
  std::string out = {'\0', '\0', static_cast<char>(type->first),
                     static_cast<char>(tensor.shape.size())};
  for (const std::int64_t length : tensor.shape) append_length(out, length);
  std::vector<std::byte> data = tensor.bytes.copy();
  swap_bytes(data.data(), data.size(), size_of(tensor.dtype));
  out.append(reinterpret_cast<const char*>(data.data()), data.size());
  return out;
}

void write_idx(const std::string& path, const Tensor& tensor) {
  write_file(path, idx_bytes(tensor));
}

const Format idx_format = {
    .name = "idx",
    .title = "IDX array (MNIST)",
    .role = FileRole::data,
    .suffixes = {".idx", "-ubyte"},
    .recognises = is_magic,
    .read = [](Reader& reader, Notes&) -> FileModel {
      return TensorFile{{{only_array, read_idx(reader)}}, {}};
    },
    .write = [](const std::string& path,
                const FileModel& model) { write_idx(path, only_tensor_of(model, "an IDX file")); },
    .list =
        [](Reader& reader, Notes&) {
          TensorDirectory directory;
          directory.files = {reader.path()};
          directory.tensors.push_back(read_layout(reader));
          return directory;
        },
    .stream =
        [](const std::string& path, std::span<const TensorToWrite> tensors,
           const std::map<std::string, std::string>&) {
          const TensorToWrite& only = only_tensor_of(tensors, "an IDX file");
          write_idx(path, only.held ? *only.held : decoded(only.dtype, only.shape, only.read()));
        },
    .holds = [](const StoredType& type) { return row_of(type) != nullptr; },
};

}  // namespace ng
