// SPDX-License-Identifier: Apache-2.0
// Contents of array files: named tensors and text metadata.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/tensor.h"

namespace ng {

struct NamedTensor {
  std::string name;
  Tensor tensor;
  bool operator==(const NamedTensor&) const = default;
};

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
inline std::vector<TensorRef> refs(const TensorFile& file) {
  std::vector<TensorRef> refs;
  for (const NamedTensor& entry : file.tensors) refs.push_back({entry.name, &entry.tensor});
  return refs;
}

}  // namespace ng
