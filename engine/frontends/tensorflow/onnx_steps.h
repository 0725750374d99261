// SPDX-License-Identifier: Apache-2.0
// Builds what a node of TensorFlow computes from the rows of the ONNX importer, which unify axes
// and fold constants. Shapes and known elements are at hand between the steps.
#pragma once

#include <string>
#include <vector>

#include "engine/frontends/onnx/node_context.h"

namespace ng::tensorflow {

using onnx::ItemPtr;
using onnx::NodeContext;

// Attributes of a step.
onnx::Attribute attribute(std::string name, std::int64_t value);
onnx::Attribute attribute(std::string name, double value);
onnx::Attribute attribute(std::string name, std::vector<std::int64_t> values);
onnx::Attribute attribute(std::string name, const char* value);
using Attributes = std::vector<onnx::Attribute>;

// Results of an op of ONNX; null inputs are absent. Throws NotImported.
std::vector<ItemPtr> steps(NodeContext& n, const char* op, const std::vector<ItemPtr>& inputs,
                           const Attributes& attributes, std::size_t outputs);
ItemPtr step(NodeContext& n, const char* op, const std::vector<ItemPtr>& inputs,
             const Attributes& attributes = {});

// A function of an op, in the type of `x`, which must be a float; types of 16 bits are computed in
// float32.
ItemPtr applied(NodeContext& n, Op (*function)(const Op&), const ItemPtr& x);
// x, through which no gradient flows.
ItemPtr stopped(NodeContext& n, const ItemPtr& x);

// Constants.
ItemPtr integers(const std::vector<std::int64_t>& values);
ItemPtr integer(std::int64_t value);        // a scalar
ItemPtr number(double value, DType dtype);  // a scalar

// Refuses elements that are computed at import, as those of a variable, beyond 2^27.
void need_moderate(const Shape& shape);

void give(NodeContext& n, ItemPtr item, std::size_t i = 0);

ItemPtr transposed(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& order);
ItemPtr reshaped(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& shape);
ItemPtr squeezed(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& axes);
ItemPtr unsqueezed(NodeContext& n, const ItemPtr& x, const std::vector<std::int64_t>& axes);
// The elements from `begin` up to, but without, `end` along a dimension.
ItemPtr sliced(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t begin,
               std::int64_t end, std::int64_t stride = 1);
// Elements move toward the end of a dimension, and from there to the begin.
ItemPtr rolled(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t shift);
// The permutation that undoes this one. Refuses lists that are none.
std::vector<std::int64_t> inverse_of(const std::vector<std::int64_t>& order);
ItemPtr cast(NodeContext& n, const ItemPtr& x, DType dtype);
std::int64_t rank_of(const ItemPtr& x);

// The type of an attribute such as "T" or "dtype".
DType type_of(const NodeContext& n, const char* attribute, DType otherwise);
bool flag(const NodeContext& n, const char* attribute);

}  // namespace ng::tensorflow
