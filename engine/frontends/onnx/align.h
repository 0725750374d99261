// SPDX-License-Identifier: Apache-2.0
// Turns positional operands into named ones: broadcasting, ordering, dropping, regrouping.
#pragma once

#include <vector>

#include "engine/frontends/onnx/node_context.h"

namespace ng::onnx {

struct Aligned {
  std::vector<Op> ops;  // with axes among `axes`
  Axes axes;            // of the result, in the order of its dimensions
};
// By ONNX's rules: trailing dimensions meet, and a length of 1 is repeated.
Aligned align(NodeContext& n, const std::vector<Op>& operands);

// `op` over exactly `axes`, in their order: reordered, and repeated along axes that it lacks.
Op over(const Op& op, const Axes& axes);
// `op` with its axes renamed by position.
Op renamed(const Op& op, std::vector<Axis> axes);
// `op` without the dimensions at these positions, which must have length 1.
Op without(const Op& op, const std::vector<std::size_t>& positions);
// `op` with dimensions of length 1 at these positions of the result, in ascending order. They are
// named by `hints` as in Dimensions::fresh; "one" where those end.
Op with_ones(NodeContext& n, Op op, const std::vector<std::size_t>& positions,
             const std::vector<std::string>& hints = {});
// The same, named like these axes.
Op with_ones_like(NodeContext& n, const Op& op, const std::vector<std::size_t>& positions,
                  const std::vector<Axis>& axes);
// The same elements in row-major order with other lengths. Dimensions that are kept keep their
// axis.
Op regrouped(NodeContext& n, const Op& op, const Shape& shape, const std::string& hint = "dim");
// Elements along the dimension `at`: `count` from `first` by `step`, which may be negative.
Op part(NodeContext& n, const Op& op, std::size_t at, std::int64_t first, std::int64_t count,
        std::int64_t step = 1);
// Elements along the dimension `at` by index, as float32 or integers; the indices may have any
// number of dimensions, which replace that dimension. Negative ones count from the end.
Op taken(NodeContext& n, const Op& op, std::size_t at, const Op& indices);
// Same, for indices that are known.
Op taken(NodeContext& n, const Op& op, std::size_t at, const std::vector<std::int64_t>& indices);
// Indices along a dimension of this length, in which negative ones count from the end.
Op from_zero(const Op& index, std::int64_t length);
// Strides in elements of a row-major array.
std::vector<double> strides_of(const Shape& shape);
// Joined along the dimension `at`; the other dimensions get the axes of the first operand.
Op joined(NodeContext& n, const std::vector<Op>& operands, std::size_t at);
// With `value` before and after each dimension.
Op padded(NodeContext& n, const Op& op, const std::vector<std::int64_t>& before,
          const std::vector<std::int64_t>& after, double value);
// With a scalar, which may be computed; null: zeros.
Op padded(NodeContext& n, const Op& op, const std::vector<std::int64_t>& before,
          const std::vector<std::int64_t>& after, const Op& value);

// A tensor without elements; a length of `shape` is 0.
Op nothing(NodeContext& n, const Shape& shape, DType dtype);
// x * y; a null op is 1.
Op product(const Op& x, const Op& y);
// `x` where `active`, a bool without axes, is not 0; else zeros.
Op zero_unless(const Op& active, const Op& x);
// Assigns to a variable. Throws NotImported if `target` is none or has another shape.
Op assigned(NodeContext& n, const Op& target, const ItemPtr& value);
// A number of this type.
Op number(double value, DType dtype);
// A constant along an axis.
Op constant_along(const std::vector<double>& values, const Axis& axis, DType dtype);
// start, start + step, … along an axis, as int64.
Op ramp(const Axis& axis, double start = 0, double step = 1);
// Distinct axes: `axis`, or a new one if `others` contain it.
Axis unlike(NodeContext& n, const Axis& axis, const std::vector<Axis>& others);

}  // namespace ng::onnx
