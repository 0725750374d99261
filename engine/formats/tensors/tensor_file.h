// SPDX-License-Identifier: Apache-2.0
// Contents of array files: named tensors and text metadata.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/tensor.h"
#include "engine/formats/tensors/stored_type.h"

namespace ng {

struct NamedTensor {
  std::string name;
  Tensor tensor;
  bool operator==(const NamedTensor&) const = default;
};

// The name of the tensor in a file of one array, which stores no names (npy, IDX).
inline constexpr const char* only_array = "array";

struct TensorFile {
  std::vector<NamedTensor> tensors;
  std::map<std::string, std::string> metadata;
  bool operator==(const TensorFile&) const = default;

  // Null if there is no tensor `name`.
  const Tensor* find(const std::string& name) const {
    for (const NamedTensor& entry : tensors) {
      if (entry.name == name) return &entry.tensor;
    }
    return nullptr;
  }
};

// A tensor to write; not owned.
struct TensorRef {
  std::string name;
  const Tensor* tensor = nullptr;
};

// A tensor whose elements are read when it is written, so that files larger than memory can be
// written. `read` is called once and returns row-major, little-endian elements of this type and
// shape; those of a tensor that is `held`, and outlives the writing, are not read.
struct TensorToWrite {
  std::string name;
  StoredType dtype = DType::f32;
  Shape shape;
  std::function<std::vector<std::byte>()> read;
  const Tensor* held = nullptr;
  std::uint64_t bytes() const { return tensor_bytes(dtype, shape); }
};

// Passes the elements on, in one or more blocks; throws an internal Error if they have another
// size.
template <class Use>
void use_elements(const TensorToWrite& tensor, const Use& use) {
  const TensorBytes read = tensor.held ? TensorBytes() : TensorBytes(tensor.read());
  const TensorBytes& elements = tensor.held ? tensor.held->bytes : read;
  check(elements.size() == tensor.bytes(), "a tensor to write has another size");
  elements.for_each_block(use);
}

inline std::vector<TensorRef> refs(const TensorFile& file) {
  std::vector<TensorRef> refs;
  for (const NamedTensor& entry : file.tensors) refs.push_back({entry.name, &entry.tensor});
  return refs;
}

// Tensors in memory as tensors to write; `tensors` must outlive them.
inline std::vector<TensorToWrite> to_write(std::span<const TensorRef> tensors) {
  std::vector<TensorToWrite> pending;
  for (const TensorRef& ref : tensors)
    pending.push_back({ref.name, ref.tensor->dtype, ref.tensor->shape, {}, ref.tensor});
  return pending;
}

}  // namespace ng
