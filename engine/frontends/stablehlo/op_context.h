// SPDX-License-Identifier: Apache-2.0
// What the rows of StableHLO share: operands, the type of the result, and steps of several rows.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/frontends/stablehlo/stablehlo_ops.h"
#include "engine/frontends/tensorflow/number_steps.h"

namespace ng::stablehlo {

using onnx::ItemPtr;
using tensorflow::attribute;
using tensorflow::Attributes;
using tensorflow::cast;
using tensorflow::give;
using tensorflow::integer;
using tensorflow::integers;
using tensorflow::inverse_of;
using tensorflow::like;
using tensorflow::number;
using tensorflow::rank_of;
using tensorflow::reshaped;
using tensorflow::sliced;
using tensorflow::squeezed;
using tensorflow::step;
using tensorflow::steps;
using tensorflow::transposed;
using tensorflow::unsqueezed;
using Integers = std::vector<std::int64_t>;

// All refuse what is absent.
ItemPtr operand(const NodeContext& n, std::size_t i);
// The declared type of the first result.
DType result_type(const NodeContext& n);
Integers result_shape(const NodeContext& n);
// A list with this many elements; `otherwise` in all places if the attribute is absent.
Integers list_of(const NodeContext& n, const char* attribute, std::size_t count,
                 std::int64_t otherwise);

inline bool is_truth(const ItemPtr& x) {
  return x->dtype() == DType::bool_;
}

// The row `build`, whose operands are broadcast from their last dimensions. CHLO can name others,
// which are refused.
template <void (*build)(NodeContext&)>
void broadcast(NodeContext& n) {
  if (n.given("broadcast_dimensions")) {
    const Integers dims = n.list("broadcast_dimensions");
    const std::int64_t first =
        std::max(rank_of(operand(n, 0)), rank_of(operand(n, 1))) - std::ssize(dims);
    for (std::int64_t i = 0; i < std::ssize(dims); ++i)
      if (dims[static_cast<std::size_t>(i)] != first + i)
        NodeContext::refuse("its broadcast_dimensions are not the last ones");
  }
  build(n);
}

// Repeated to a shape by the rules of ONNX.
ItemPtr expanded(NodeContext& n, const ItemPtr& x, const Integers& shape);
ItemPtr reversed(NodeContext& n, const ItemPtr& x, const Integers& dims);
// Padded with `value`: `pads` before all dimensions, then behind them; negative ones cut.
ItemPtr padded(NodeContext& n, const ItemPtr& x, const Integers& pads, const ItemPtr& value);
// With factor - 1 values between the elements of a dimension.
ItemPtr spread(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t factor,
               const ItemPtr& value);
// 0, 1 … count - 1 as int64.
ItemPtr positions(std::int64_t count);
ItemPtr constant_of(ng::Tensor value);
Integers shape_of(const ItemPtr& x);

}  // namespace ng::stablehlo
