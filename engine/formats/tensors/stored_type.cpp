// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/tensors/stored_type.h"

#include <algorithm>
#include <iterator>

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/formats/tensors/block_quantised.h"
#include "engine/formats/tensors/small_float.h"

namespace ng {

struct StoredType::Row {
  std::string_view name;
  std::int64_t bits;
  std::optional<DType> dtype, values;
  int parts = 1;
};

namespace {

// The types that the engine computes with come first, in the order of DType.
constexpr StoredType::Row rows[] = {
    {"float64", 64, DType::f64, DType::f64},
    {"float32", 32, DType::f32, DType::f32},
    {"float16", 16, DType::f16, DType::f16},
    {"bfloat16", 16, DType::bf16, DType::bf16},
    {"int8", 8, DType::i8, DType::i8},
    {"int16", 16, DType::i16, DType::i16},
    {"int32", 32, DType::i32, DType::i32},
    {"int64", 64, DType::i64, DType::i64},
    {"uint8", 8, DType::u8, DType::u8},
    {"uint16", 16, DType::u16, DType::u16},
    {"uint32", 32, DType::u32, DType::u32},
    {"uint64", 64, DType::u64, DType::u64},
    {"bool", 8, DType::bool_, DType::bool_},
    {"complex32", 32, {}, DType::f16, 2},
    {"complex64", 64, {}, DType::f32, 2},
    {"complex128", 128, {}, DType::f64, 2},
    {"float8_e4m3fn", 8, {}, DType::f32},
    {"float8_e4m3fnuz", 8, {}, DType::f32},
    {"float8_e4m3b11fnuz", 8, {}, DType::f32},
    {"float8_e5m2", 8, {}, DType::f32},
    {"float8_e5m2fnuz", 8, {}, DType::f32},
    {"float8_e8m0fnu", 8, {}, DType::f32},
    {"float6_e2m3fn", 6, {}, {}},
    {"float6_e3m2fn", 6, {}, {}},
    {"float4_e2m1fn", 4, {}, DType::f32},
    {"int4", 4, {}, DType::i8},
    {"uint4", 4, {}, DType::u8},
    {"int2", 2, {}, DType::i8},
    {"uint2", 2, {}, DType::u8},
    // Their integers; scale and zero point are other tensors.
    {"qint8", 8, {}, DType::i8},
    {"quint8", 8, {}, DType::u8},
    {"qint16", 16, {}, DType::i16},
    {"quint16", 16, {}, DType::u16},
    {"qint32", 32, {}, DType::i32},
};

constexpr std::size_t most_name = 60;  // characters of the name of an unknown type

// The codes of packed elements, one per byte.
std::vector<std::byte> unpacked(std::vector<std::byte> elements, std::int64_t bits,
                                std::size_t count) {
  if (bits == 8) return elements;
  const auto per_byte = static_cast<std::size_t>(8 / bits);
  std::vector<std::byte> codes(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto shift = static_cast<std::int64_t>(i % per_byte) * bits;
    codes[i] = elements[i / per_byte] >> shift & std::byte((1 << bits) - 1);
  }
  return codes;
}

void extend_sign(std::vector<std::byte>& codes, std::int64_t bits) {
  const int half = 1 << (bits - 1);
  for (std::byte& code : codes)
    code = static_cast<std::byte>((std::to_integer<int>(code) ^ half) - half);
}

}  // namespace

StoredType::StoredType(DType dtype) : row_(&rows[static_cast<std::size_t>(dtype)]) {}

StoredType::StoredType(std::string_view name, std::int64_t bits) {
  const auto* found = std::find_if(std::begin(rows), std::end(rows),
                                   [name](const Row& row) { return row.name == name; });
  if (found != std::end(rows)) {
    row_ = found;
  } else {
    name_ = comment_text(name, most_name);
    bits_ = bits;
    blocks_ = block_format(name);
  }
}

std::string_view StoredType::name() const {
  return row_ ? row_->name : std::string_view(name_);
}

std::optional<DType> StoredType::dtype() const {
  return row_ ? row_->dtype : std::nullopt;
}

std::int64_t StoredType::bits() const {
  return row_ ? row_->bits : bits_;
}

std::optional<DType> StoredType::values() const {
  if (row_) return row_->values;
  return blocks_ ? std::optional(DType::f32) : std::nullopt;
}

int StoredType::parts() const {
  return row_ ? row_->parts : 1;
}

bool is_countable(const Shape& shape) {
  if (std::count(shape.begin(), shape.end(), 0) > 0) return true;
  unsigned __int128 count = 1;
  for (const std::int64_t length : shape) {
    count *= static_cast<unsigned __int128>(length);
    if (count >> 47 != 0) return false;
  }
  return true;
}

std::uint64_t tensor_bytes(const StoredType& type, const Shape& shape) {
  if (std::count(shape.begin(), shape.end(), 0) > 0) return 0;
  const auto bits = static_cast<unsigned __int128>(element_count(shape)) *
                    static_cast<unsigned __int128>(type.bits());
  return static_cast<std::uint64_t>((bits + 7) / 8);
}

Tensor decoded(const StoredType& type, Shape shape, TensorBytes elements) {
  check(type.values().has_value(), "elements without values are not decoded");
  Tensor tensor;
  tensor.dtype = *type.values();
  const auto count = static_cast<std::size_t>(
      std::count(shape.begin(), shape.end(), 0) > 0 ? 0 : element_count(shape));
  tensor.shape = std::move(shape);
  if (type.parts() > 1) tensor.shape.push_back(type.parts());
  const std::int64_t bits = 8 * static_cast<std::int64_t>(size_of(tensor.dtype)) * type.parts();
  if (type.bits() == bits) {
    tensor.bytes = std::move(elements);
    return tensor;
  }
  if (type.blocks()) {
    tensor.bytes = decoded_blocks(*type.blocks(), elements.copy());
    check(tensor.bytes.size() == count * sizeof(float), "the blocks do not fit the shape");
    return tensor;
  }
  std::vector<std::byte> codes = unpacked(elements.copy(), type.bits(), count);
  if (const SmallFloat* format = small_float(type.name())) {
    tensor.bytes = decoded_floats(*format, codes);
  } else {
    if (tensor.dtype == DType::i8) extend_sign(codes, type.bits());
    tensor.bytes = std::move(codes);
  }
  return tensor;
}

}  // namespace ng
