// SPDX-License-Identifier: Apache-2.0
// Constants that count along their open axes: positions of tokens, indexes of a batch.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/formats/onnx/onnx_model.h"

namespace ng::onnx {

// An array whose element at the open axes' positions p is start + the sum over those axes of step *
// p. Start and steps have an element for each position of the other axes.
struct Ramp {
  Shape closed;                                            // the array's, with 1 for open axes
  std::vector<std::int64_t> start;                         // row-major in `closed`
  std::map<std::size_t, std::vector<std::int64_t>> steps;  // by open axis, none of only zeros
  bool operator==(const Ramp&) const = default;
};

// Nullopt if the array is none, or its elements are no integers that its type holds exactly. Axes
// marked `open` are longer than 1.
std::optional<Ramp> ramp_of(const Tensor& tensor, const std::vector<bool>& open);

}  // namespace ng::onnx
