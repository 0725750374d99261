// SPDX-License-Identifier: Apache-2.0
// Content hashes, used as file names and checksums.
#pragma once

#include <memory>
#include <string>

#include "engine/formats/tensors/tensor_file.h"

namespace ng {

// 32 hexadecimal digits of XXH3-128, of a text or of a tensor with its name, dtype and shape.
// Detects damage; does not protect against deliberate collisions.
std::string content_hash(std::string_view text);
std::string content_hash(const std::string& name, const Tensor& tensor);

// The hash of a tensor whose elements arrive in parts, in row-major order.
class TensorHash {
 public:
  TensorHash(const std::string& name, DType dtype, const Shape& shape);
  ~TensorHash();
  void add(const TensorBytes& bytes);
  std::string digits() const;  // of all parts: content_hash() of the tensor

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ng
