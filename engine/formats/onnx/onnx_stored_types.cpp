// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/onnx/onnx_stored_types.h"

namespace ng::onnx {

StoredType stored_type(ElementType type) {
  switch (type) {
    case ElementType::complex64: return StoredType("complex64");
    case ElementType::complex128: return StoredType("complex128");
    case ElementType::f8e4m3fn: return StoredType("float8_e4m3fn");
    case ElementType::f8e4m3fnuz: return StoredType("float8_e4m3fnuz");
    case ElementType::f8e5m2: return StoredType("float8_e5m2");
    case ElementType::f8e5m2fnuz: return StoredType("float8_e5m2fnuz");
    case ElementType::f8e8m0: return StoredType("float8_e8m0fnu");
    case ElementType::f4e2m1: return StoredType("float4_e2m1fn");
    case ElementType::u4: return StoredType("uint4");
    case ElementType::i4: return StoredType("int4");
    case ElementType::u2: return StoredType("uint2");
    case ElementType::i2: return StoredType("int2");
    default: break;
  }
  if (const auto dtype = dtype_of(type)) return *dtype;
  return StoredType(describe(type));
}

}  // namespace ng::onnx
