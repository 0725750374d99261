// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/npy.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "engine/base/atomic_file.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/npy_header.h"

namespace ng {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr const char* again = "save the array again with numpy.save";

constexpr std::pair<std::string_view, DType> types[] = {
    {"f8", DType::f64}, {"f4", DType::f32}, {"f2", DType::f16}, {"i1", DType::i8},
    {"i2", DType::i16}, {"i4", DType::i32}, {"i8", DType::i64}, {"u1", DType::u8},
    {"u2", DType::u16}, {"u4", DType::u32}, {"u8", DType::u64}, {"b1", DType::bool_},
    {"V2", DType::bf16}};

DType dtype_of(const Reader& reader, const std::string& descr, Notes& notes) {
  const bool ordered =
      !descr.empty() && std::string_view("<>|=").find(descr[0]) != std::string::npos;
  const std::string type = ordered ? descr.substr(1) : descr;
  for (const auto& [text, dtype] : types) {
    if (type != text) continue;
    if (dtype == DType::bf16)
      add_note(notes, "two-byte elements without a type are read as bfloat16", reader.where());
    return dtype;
  }
  std::string what = "arrays of the type " + quote(descr) + " cannot be read";
  std::string action = "convert the array to float32 and save it again";
  if (type.starts_with("O")) {
    what = "the array holds Python objects (pickle); nothing was loaded or executed";
    action = "save it again as an array of numbers";
  }
  reader.fail({std::move(what), quote(descr), "f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1", action});
}

std::string read_header_text(Reader& reader) {
  const std::uint64_t start = reader.offset();
  const std::string first = reader.text(std::min<std::uint64_t>(magic.size(), reader.remaining()));
  if (first != magic)
    reader.fail_at(start, {"this is not an npy file", quote(first), "\\x93NUMPY", again});
  reader.need(2, "version");
  const int version = reader.u16() & 0xff;
  if (version < 1 || version > 3) {
    reader.fail_at(start + 6, {"the npy file has an unknown version", std::to_string(version),
                               "1, 2 or 3", again});
  }
  reader.need(version == 1 ? 2 : 4, "header length");
  const std::uint64_t length = version == 1 ? reader.u16() : reader.u32();
  reader.check_limit("the header of an npy file", length, reader.limits().npy_header_bytes);
  reader.need(length, "header");
  std::string text = reader.text(length);
  const auto odd = std::find_if(text.begin(), text.end(), [](char c) { return c < 0; });
  if (odd != text.end()) {
    reader.fail_at(
        reader.offset() - length + static_cast<std::uint64_t>(odd - text.begin()),
        {"the header holds a byte outside ASCII", quote(std::string(1, *odd)), "ASCII", again});
  }
  return text;
}

std::uint64_t bytes_of(const Reader& reader, const NpyHeader& header, DType dtype) {
  unsigned __int128 bytes = size_of(dtype);
  if (std::count(header.shape.begin(), header.shape.end(), 0) > 0) return 0;
  for (const std::int64_t length : header.shape) {
    bytes *= static_cast<unsigned __int128>(length);
    if (bytes >> 50 != 0) {
      reader.fail(
          {"the shape is too large", to_string(header.shape), "fewer than 2^47 elements", again});
    }
  }
  return static_cast<std::uint64_t>(bytes);
}

void swap_bytes(Tensor& tensor) {
  const std::size_t size = size_of(tensor.dtype);
  for (std::size_t at = 0; at + size <= tensor.bytes.size(); at += size) {
    std::reverse(tensor.bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 tensor.bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
  }
}

// Converts column-major to row-major data.
void make_row_major(Tensor& tensor) {
  const std::size_t size = size_of(tensor.dtype), rank = tensor.shape.size();
  std::vector<std::byte> rows(tensor.bytes.size());
  std::vector<std::int64_t> index(rank, 0);
  for (std::size_t to = 0; to < rows.size(); to += size) {
    std::int64_t from = 0;
    for (std::size_t axis = rank; axis-- > 0;) from = from * tensor.shape[axis] + index[axis];
    std::copy_n(tensor.bytes.begin() + from * static_cast<std::ptrdiff_t>(size), size,
                rows.begin() + static_cast<std::ptrdiff_t>(to));
    for (std::size_t axis = rank; axis-- > 0;) {
      if (++index[axis] < tensor.shape[axis]) break;
      index[axis] = 0;
    }
  }
  tensor.bytes = std::move(rows);
}

std::string descr_of(DType dtype) {
  for (const auto& [text, entry] : types) {
    if (entry == dtype)
      return (size_of(dtype) == 1 || dtype == DType::bf16 ? "|" : "<") + std::string(text);
  }
  return {};
}

}  // namespace

NpyLayout read_npy_layout(Reader& reader, std::uint64_t start, std::uint64_t bytes, Notes& notes) {
  reader.seek(start);
  const std::string text = read_header_text(reader);
  const NpyHeader header = parse_npy_header(reader, text, reader.offset() - text.size());
  NpyLayout layout;
  layout.dtype = dtype_of(reader, header.descr, notes);
  layout.shape = header.shape;
  layout.data = reader.offset();
  layout.bytes = bytes_of(reader, header, layout.dtype);
  layout.swapped = header.descr.starts_with('>');
  layout.columns_first = header.fortran_order && header.shape.size() > 1;
  layout.plain = !layout.swapped && !layout.columns_first;
  const std::uint64_t left = start + bytes - std::min(start + bytes, layout.data);
  if (layout.bytes != left)
    reader.fail({layout.bytes > left ? "the data is cut off" : "bytes follow the data",
                 std::to_string(left) + " bytes",
                 std::to_string(layout.bytes) + " bytes for the shape " + to_string(header.shape),
                 again});
  return layout;
}

StoredTensor stored_tensor(std::string name, const NpyLayout& layout) {
  StoredTensor tensor;
  tensor.name = std::move(name);
  tensor.dtype = layout.dtype;
  tensor.shape = layout.shape;
  tensor.offset = layout.data;
  tensor.swapped = layout.swapped;
  if (!layout.columns_first || layout.bytes == 0) return tensor;
  std::int64_t stride = 1;
  for (const std::int64_t length : layout.shape) {
    tensor.strides.push_back(stride);
    stride *= length;
  }
  return tensor;
}

Tensor read_npy(Reader& reader, Notes& notes) {
  const NpyLayout layout = read_npy_layout(reader, 0, reader.size(), notes);
  return tensor_of(layout, reader.bytes(layout.bytes));
}

Tensor tensor_of(const NpyLayout& layout, std::vector<std::byte> data) {
  Tensor tensor;
  tensor.dtype = layout.dtype;
  tensor.shape = layout.shape;
  tensor.bytes = std::move(data);
  if (layout.swapped) swap_bytes(tensor);
  if (layout.columns_first) make_row_major(tensor);
  return tensor;
}

std::string npy_bytes(const Tensor& tensor) {
  std::string shape = "(";
  for (const std::int64_t length : tensor.shape) shape += std::to_string(length) + ", ";
  if (tensor.shape.size() == 1) shape.pop_back();
  if (tensor.shape.size() > 1) shape.erase(shape.size() - 2);
  std::string header = "{'descr': '" + descr_of(tensor.dtype) +
                       "', 'fortran_order': False, 'shape': " + shape + "), }";
  const std::size_t prefix = magic.size() + 4;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::string out(magic);
  out +=
      {'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  out += header;
  out.append(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
  return out;
}

void write_npy(const std::string& path, const Tensor& tensor) {
  write_file(path, npy_bytes(tensor));
}

const Format npy_format = {
    .name = "npy",
    .title = "NumPy array",
    .role = FileRole::checkpoint,
    .suffixes = {".npy"},
    .recognises = [](std::string_view first) { return first.starts_with(magic); },
    .read = [](Reader& reader, Notes& notes) -> FileModel {
      TensorFile file;
      file.tensors.push_back({only_array, read_npy(reader, notes)});
      return file;
    },
    .write = [](const std::string& path,
                const FileModel& model) { write_npy(path, only_tensor_of(model, "an npy file")); },
    .list =
        [](Reader& reader, Notes& notes) {
          TensorDirectory directory;
          directory.files = {reader.path()};
          directory.tensors.push_back(
              stored_tensor(only_array, read_npy_layout(reader, 0, reader.size(), notes)));
          return directory;
        },
};

}  // namespace ng
