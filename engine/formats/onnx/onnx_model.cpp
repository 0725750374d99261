// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/onnx/onnx_model.h"

#include <fcntl.h>

#include <cstring>
#include <filesystem>

#include "engine/base/counted.h"
#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/base/stored_bytes.h"
#include "engine/formats/documents/inside_folder.h"
#include "engine/formats/onnx/onnx_sparse.h"
#include "engine/formats/onnx/onnx_stored_types.h"

namespace ng::onnx {
namespace {

struct Row {
  ElementType type;
  std::string_view name;
  std::optional<DType> dtype;
  int narrow_bits = 0;
};

constexpr Row rows[] = {
    {ElementType::undefined, "UNDEFINED", {}},
    {ElementType::f32, "FLOAT", DType::f32},
    {ElementType::u8, "UINT8", DType::u8},
    {ElementType::i8, "INT8", DType::i8},
    {ElementType::u16, "UINT16", DType::u16},
    {ElementType::i16, "INT16", DType::i16},
    {ElementType::i32, "INT32", DType::i32},
    {ElementType::i64, "INT64", DType::i64},
    {ElementType::text, "STRING", {}},
    {ElementType::boolean, "BOOL", DType::bool_},
    {ElementType::f16, "FLOAT16", DType::f16},
    {ElementType::f64, "DOUBLE", DType::f64},
    {ElementType::u32, "UINT32", DType::u32},
    {ElementType::u64, "UINT64", DType::u64},
    {ElementType::complex64, "COMPLEX64", {}},
    {ElementType::complex128, "COMPLEX128", {}},
    {ElementType::bf16, "BFLOAT16", DType::bf16},
    {ElementType::f8e4m3fn, "FLOAT8E4M3FN", DType::f32},
    {ElementType::f8e4m3fnuz, "FLOAT8E4M3FNUZ", DType::f32},
    {ElementType::f8e5m2, "FLOAT8E5M2", DType::f32},
    {ElementType::f8e5m2fnuz, "FLOAT8E5M2FNUZ", DType::f32},
    {ElementType::u4, "UINT4", DType::u8, 4},
    {ElementType::i4, "INT4", DType::i8, 4},
    {ElementType::f4e2m1, "FLOAT4E2M1", DType::f32},
    {ElementType::f8e8m0, "FLOAT8E8M0", DType::f32},
    {ElementType::u2, "UINT2", DType::u8, 2},
    {ElementType::i2, "INT2", DType::i8, 2},
};

const Row& row_of(ElementType type) {
  for (const Row& row : rows) {
    if (row.type == type) return row;
  }
  return rows[0];
}

// The file of external data, opened through a descriptor that cannot leave the model's folder.
std::shared_ptr<const InputFile> external_file(const Tensor& tensor, const Model& model) {
  const std::string& location = tensor.external->location;
  std::shared_ptr<const InputFile>& file = (*model.external)[location];
  if (file) return file;
  if (const std::string fault = fault_of_reference(location); !fault.empty()) {
    refuse_tensor(tensor, model, "the location of its external data cannot be used: " + fault,
                  quote(location), "a file below the folder of the model");
  }
  try {
    const std::string path = path_inside(model.path, location);
    file = std::make_shared<const InputFile>(
        open_inside(model.path, location, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), path);
  } catch (const Error& error) {
    const Diagnostic& d = error.diagnostic();
    refuse_tensor(tensor, model, "its external data cannot be read: " + d.what, d.found,
                  "a file below the folder of the model");
  }
  return file;
}

// External data of `bytes` bytes, checked against the size of their file.
TensorBytes external_bytes(const Tensor& tensor, const Model& model, std::uint64_t bytes) {
  const ExternalData& at = *tensor.external;
  if (at.length && *at.length != bytes) {
    refuse_tensor(tensor, model, "its external data have another size than its shape",
                  counted(*at.length, "byte"), counted(bytes, "byte"));
  }
  const std::shared_ptr<const InputFile> file = external_file(tensor, model);
  if (at.offset <= file->size() && bytes <= file->size() - at.offset)
    return bytes_later(file, at.offset, bytes);
  refuse_tensor(
      tensor, model, "its external data lie beyond the end of the file",
      std::to_string(at.offset) + " + " + std::to_string(bytes) + " bytes of " + quote(at.location),
      "at most " + counted(file->size(), "byte"));
}

TensorBytes stored_bytes_of(const Tensor& tensor, const Model& model) {
  const std::uint64_t bytes = stored_bytes(tensor.type, tensor.size());
  if (tensor.external) return external_bytes(tensor, model, bytes);
  if (!tensor.elements.empty()) {
    check(tensor.elements.size() == bytes, "the elements of a tensor have another size");
    return tensor.elements;
  }
  const std::span<const std::byte> have = tensor.raw.empty() ? tensor.converted : tensor.raw;
  if (have.size() != bytes) {
    refuse_tensor(tensor, model, "its data do not fit its shape " + to_string(tensor.dims),
                  counted(have.size(), "byte"), counted(bytes, "byte"));
  }
  if (!tensor.raw.empty() && model.file) {
    return bytes_later(model.file, static_cast<std::uint64_t>(have.data() - model.bytes->data()),
                       bytes);
  }
  return std::vector<std::byte>(have.begin(), have.end());
}

class MissingBytes : public StoredBytes {
 public:
  MissingBytes(std::size_t bytes, Diagnostic why) : StoredBytes(bytes), why_(std::move(why)) {}
  void read(std::size_t, std::span<std::byte>) const override { refuse(ErrorKind::bad_file, why_); }

 private:
  const Diagnostic why_;
};

}  // namespace

std::optional<DType> dtype_of(ElementType type) {
  return row_of(type).dtype;
}

ElementType element_type(DType dtype) {
  for (const Row& row : rows) {
    if (row.dtype == dtype && row.narrow_bits == 0) return row.type;
  }
  return ElementType::undefined;
}

bool is_small_float(ElementType type) {
  return row_of(type).dtype == DType::f32 && type != ElementType::f32;
}

int narrow_bits(ElementType type) {
  return row_of(type).narrow_bits;
}

std::pair<double, double> narrow_range(ElementType type) {
  const Row& row = row_of(type);
  const double range = 1 << row.narrow_bits;
  return row.dtype == DType::i8 ? std::pair(-range / 2, range / 2 - 1) : std::pair(0.0, range - 1);
}

std::uint64_t stored_bytes(ElementType type, std::int64_t count) {
  return tensor_bytes(stored_type(type), {count});
}

std::string_view name(ElementType type) {
  return row_of(type).name;
}

std::string describe(ElementType type) {
  if (row_of(type).type == type) return std::string(name(type));
  return "the unknown type " + std::to_string(static_cast<std::int32_t>(type));
}

const Attribute* find_attribute(const std::vector<Attribute>& all, std::string_view name) {
  for (const Attribute& each : all) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

const Attribute* Node::find(std::string_view attribute) const {
  return find_attribute(attributes, attribute);
}

void refuse_tensor(const Tensor& tensor, const Model& model, std::string what, std::string found,
                   std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what = "tensor " + quote(tensor.name) + ": " + std::move(what);
  diagnostic.where = quote(model.path);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

std::string external_path(const Tensor& tensor, const Model& model) {
  check(tensor.external.has_value(), "the tensor has no external data");
  external_bytes(tensor, model, stored_bytes(tensor.type, tensor.size()));
  return path_inside(model.path, tensor.external->location);
}

ng::Tensor contents(const Tensor& tensor, const Model& model) {
  const auto dtype = dtype_of(tensor.type);
  if (!dtype) {
    refuse(ErrorKind::value, "tensor " + quote(tensor.name) + " has the element type " +
                                 std::string(name(tensor.type)) + ", which the engine lacks");
  }
  if (tensor.sparse) return sparse_contents(tensor, model);
  ng::Tensor made = decoded(stored_type(tensor.type), tensor.dims, stored_bytes_of(tensor, model));
  if (*dtype == DType::bool_) {
    for (std::byte& each : made.bytes) each = std::byte{each != std::byte{0}};
  }
  return made;
}

bool is_missing(const Tensor& tensor, const Model& model) {
  if (!tensor.external || !fault_of_reference(tensor.external->location).empty()) return false;
  std::error_code unknown;
  return !std::filesystem::exists(
      std::filesystem::path(folder_of(model.path)) / tensor.external->location, unknown);
}

ng::Tensor missing_contents(const Tensor& tensor, const Diagnostic& why) {
  ng::Tensor missing;
  missing.dtype = dtype_of(tensor.type).value();
  missing.shape = tensor.dims;
  const std::size_t bytes = static_cast<std::size_t>(tensor.size()) * size_of(missing.dtype);
  missing.bytes = std::shared_ptr<const StoredBytes>(std::make_shared<MissingBytes>(bytes, why));
  return missing;
}

}  // namespace ng::onnx
