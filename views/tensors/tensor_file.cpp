// SPDX-License-Identifier: Apache-2.0
// Encoding of tensors as .npy files.
#include "views/tensors/tensor_file.h"

#include <QString>
#include <bit>

namespace ng::views {
namespace {

static_assert(std::endian::native == std::endian::little);

const char* typeText(DType dtype) {
  switch (dtype) {
    case DType::f64: return "<f8";
    case DType::f32:
    case DType::bf16: return "<f4";
    case DType::f16: return "<f2";
    case DType::i8: return "|i1";
    case DType::i16: return "<i2";
    case DType::i32: return "<i4";
    case DType::i64: return "<i8";
    case DType::u8: return "|u1";
    case DType::u16: return "<u2";
    case DType::u32: return "<u4";
    case DType::u64: return "<u8";
    case DType::bool_: return "|b1";
  }
  return "<f4";
}

}  // namespace

QByteArray npyBytes(const Tensor& tensor) {
  if (tensor.dtype == DType::bf16)
    return npyBytes(Tensor::from(DType::f32, tensor.shape, tensor.values()));
  QByteArray header = "{'descr': '";
  header += typeText(tensor.dtype);
  header += "', 'fortran_order': False, 'shape': (";
  for (const std::int64_t length : tensor.shape) header += QByteArray::number(length) + ", ";
  header += "), }";
  // Magic, version and length take 10 bytes; the data are aligned to 64 bytes.
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  QByteArray out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  out.append(reinterpret_cast<const char*>(tensor.bytes.data()),
             static_cast<qsizetype>(tensor.bytes.size()));
  return out;
}

}  // namespace ng::views
