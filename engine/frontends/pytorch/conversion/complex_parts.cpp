// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/pytorch/conversion/complex_parts.h"

namespace ng::pytorch {

std::optional<onnx::ElementType> parts_of(onnx::ElementType type) {
  if (type == onnx::ElementType::complex64) return onnx::ElementType::f32;
  if (type == onnx::ElementType::complex128) return onnx::ElementType::f64;
  return {};
}

void set_parts(onnx::ValueInfo& info) {
  const auto type = parts_of(info.type);
  if (!type) return;
  info.type = *type;
  info.dims->push_back({.length = 2, .symbol = {}});
}

StoredTensor with_parts(StoredTensor stored) {
  const auto type = stored.dtype.dtype();
  if (stored.fault.empty() && !type && stored.dtype.parts() == 2 && stored.dtype.values()) {
    stored.dtype = *stored.dtype.values();
    for (std::int64_t& stride : stored.strides) stride *= 2;
    if (!stored.strides.empty() || stored.shape.empty()) stored.strides.push_back(1);
    stored.shape.push_back(2);
  }
  return stored;
}

}  // namespace ng::pytorch
