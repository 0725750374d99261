// SPDX-License-Identifier: Apache-2.0
// What importers compute of constants at once.
#pragma once

#include <cstdint>

namespace ng::onnx {

// While one lives, importers of this thread compute only numbers and short vectors of constants, as
// shapes are. Others, as positions and masks, stay ops, which show how they depend on a length.
class FoldShapesOnly {
 public:
  static constexpr std::int64_t most = 32;  // elements of a vector

  explicit FoldShapesOnly(bool only);
  ~FoldShapesOnly();
  FoldShapesOnly(const FoldShapesOnly&) = delete;
  FoldShapesOnly& operator=(const FoldShapesOnly&) = delete;

 private:
  bool outer_;
};

}  // namespace ng::onnx
