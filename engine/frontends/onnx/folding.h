// SPDX-License-Identifier: Apache-2.0
// What importers compute of constants at once.
#pragma once

namespace ng::onnx {

// While one lives, importers of this thread compute only numbers and vectors of constants: shapes
// and positions. Arrays of more axes, as masks, stay ops, which show how they depend on a length.
class FoldVectorsOnly {
 public:
  explicit FoldVectorsOnly(bool only);
  ~FoldVectorsOnly();
  FoldVectorsOnly(const FoldVectorsOnly&) = delete;
  FoldVectorsOnly& operator=(const FoldVectorsOnly&) = delete;

 private:
  bool outer_;
};

}  // namespace ng::onnx
