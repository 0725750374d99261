// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/npy.h"

#include <algorithm>
#include <string_view>

#include "engine/base/atomic_file.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/npy_header.h"
#include "engine/formats/tensors/npy_types.h"

namespace ng {
namespace {

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr const char* again = "save the array again with numpy.save";

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

// Bytes of the elements; `left`, those that follow the header, if the type has no known size.
std::uint64_t bytes_of(const Reader& reader, const NpyHeader& header, const StoredType& dtype,
                       std::uint64_t left) {
  if (std::count(header.shape.begin(), header.shape.end(), 0) > 0) return 0;
  unsigned __int128 count = 1;
  const auto bits = static_cast<unsigned __int128>(std::max<std::int64_t>(8, dtype.bits()));
  for (const std::int64_t length : header.shape) {
    count *= static_cast<unsigned __int128>(length);
    if (count >> 47 != 0 || count * bits >> 53 != 0) {
      reader.fail(
          {"the shape is too large", to_string(header.shape), "fewer than 2^47 elements", again});
    }
  }
  return dtype.bits() == 0 ? left : tensor_bytes(dtype, header.shape);
}

// A file whose only array has no numbers has nothing to list.
[[noreturn]] void refuse_array(const Reader& reader, const StoredTensor& array) {
  reader.fail({"the array cannot be read as numbers: " + not_real(array), quote(array.dtype.name()),
               "f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1", "save it again as an array of numbers"});
}

// What comes before the elements, version 1.0.
std::string npy_header(const StoredType& dtype, const Shape& lengths) {
  std::string shape = "(";
  for (const std::int64_t length : lengths) shape += std::to_string(length) + ", ";
  if (lengths.size() == 1) shape.pop_back();
  if (lengths.size() > 1) shape.erase(shape.size() - 2);
  std::string header =
      "{'descr': " + npy_descr(dtype) + ", 'fortran_order': False, 'shape': " + shape + "), }";
  const std::size_t prefix = magic.size() + 4;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::string out(magic);
  out +=
      {'\1', '\0', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  return out + header;
}

}  // namespace

NpyLayout read_npy_layout(Reader& reader, std::uint64_t start, std::uint64_t bytes, Notes& notes) {
  reader.seek(start);
  const std::string text = read_header_text(reader);
  const NpyHeader header = parse_npy_header(reader, text, reader.offset() - text.size());
  const NpyType type = npy_type(header.descr);
  if (type.assumed)
    add_note(notes, "two-byte elements without a type are read as bfloat16", reader.where());
  NpyLayout layout;
  layout.dtype = type.dtype;
  layout.shape = header.shape;
  layout.data = reader.offset();
  const std::uint64_t left = start + bytes - std::min(start + bytes, layout.data);
  layout.bytes = bytes_of(reader, header, layout.dtype, left);
  layout.swapped = type.swapped;
  layout.columns_first = header.fortran_order && header.shape.size() > 1;
  if (type.objects) layout.fault = "it holds Python objects, and a pickle is not executed";
  if (layout.bytes != left && layout.dtype.bits() > 0)
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
  tensor.unsized_bytes = layout.bytes;
  tensor.fault = layout.fault;
  if (!layout.columns_first || layout.bytes == 0) return tensor;
  if (tensor.fault.empty() && !layout.dtype.fills_bytes())
    tensor.fault = "it is stored by columns, and its elements have no known size";
  std::int64_t stride = 1;
  for (const std::int64_t length : layout.shape) {
    tensor.strides.push_back(stride);
    stride *= length;
  }
  return tensor;
}

TensorDirectory list_npy(Reader& reader, Notes& notes) {
  TensorDirectory directory;
  directory.files = {reader.path()};
  directory.tensors.push_back(
      stored_tensor(only_array, read_npy_layout(reader, 0, reader.size(), notes)));
  const StoredTensor& array = directory.tensors.front();
  if (array.fault.empty() && array.dtype.values()) return directory;
  refuse_array(reader, array);
}

Tensor read_npy(Reader& reader, Notes& notes) {
  const TensorDirectory directory = list_npy(reader, notes);
  const StoredTensor& array = directory.tensors.front();
  if (!array.is_real()) refuse_array(reader, array);
  return read_stored(reader, directory, array);
}

std::string npy_bytes(const TensorToWrite& tensor) {
  std::string out = npy_header(tensor.dtype, tensor.shape);
  use_elements(tensor, [&out](std::span<const std::byte> elements) {
    out.append(reinterpret_cast<const char*>(elements.data()), elements.size());
  });
  return out;
}

std::string npy_bytes(const Tensor& tensor) {
  return npy_bytes(TensorToWrite{only_array, tensor.dtype, tensor.shape, {}, &tensor});
}

bool holds_npy(const StoredType& type) {
  return !npy_descr(type).empty();
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
    .list = list_npy,
    .stream =
        [](const std::string& path, std::span<const TensorToWrite> tensors,
           const std::map<std::string, std::string>&) {
          write_file(path, npy_bytes(only_tensor_of(tensors, "an npy file")));
        },
    .holds = holds_npy,
};

}  // namespace ng
