// SPDX-License-Identifier: Apache-2.0
// Reductions, positions of extremes, matrix products and softmax.
#include <limits>

#include "engine/frontends/onnx_export/arithmetic.h"
#include "engine/frontends/onnx_export/export_rows.h"
#include "engine/graph/op_def.h"
#include "engine/ops/dot.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"

namespace ng::onnx {
namespace {

std::string positions(ExportContext& c, const Axes& of, const Axes& all) {
  std::vector<std::int64_t> list;
  for (const Axis& axis : of) list.push_back(static_cast<std::int64_t>(all.index(axis)));
  return c.graph.integers(list, c.name + ".axes");
}

Written reduced_in(ExportContext& c, std::string_view onnx, const Written& x) {
  const Reduction over = reduction_of(c.node);
  if (over.reduced.empty()) return c.graph.ordered(x, c.axes());
  const std::string made =
      c.graph.add(std::string(onnx), {x.name, positions(c, over.reduced, x.axes)},
                  {integer_attribute("keepdims", 0)}, c.name);
  return c.graph.ordered({made, x.axes - over.reduced, x.dtype}, c.axes());
}

// Runtimes leave it open what a sum is that its type does not hold.
Written reduced(ExportContext& c, std::string_view onnx) {
  const DType type = modular_type(c.node), wide = type == DType::i32 ? DType::i64 : type;
  return c.result(reduced_in(c, onnx, converted(c.graph, c.operands[0], wide)));
}

// Of no elements, 0 / 0.
Written mean(ExportContext& c, std::string_view onnx) {
  if (reduction_of(c.node).reduced.element_count() > 0) return reduced(c, onnx);
  const Written missing =
      number_like(c.graph, {c.name, {}, DType::f32}, std::numeric_limits<double>::quiet_NaN());
  return c.graph.expanded(c.result(missing), c.axes());
}

Written extreme(ExportContext& c, std::string_view onnx) {
  const DType type = computed_in(c.node);
  const Written x = in_signed_order(c.graph, converted(c.graph, c.operands[0], type));
  return c.result(from_signed_order(c.graph, reduced_in(c, onnx, x), type));
}

// The axes `over` as one, which is the last, in row-major order.
Written with_last(ExportContext& c, const Written& x, const Axes& kept, const Axes& over) {
  const Axis joined = make_axis(over.element_count());
  return c.graph.reshaped(c.graph.ordered(x, kept + over), kept + Axes{joined});
}

// Reduces the last axis of x.
Written along_last(ExportContext& c, const std::string& onnx, const Written& x, const Axes& kept,
                   const std::string& part) {
  const std::string made =
      c.graph.add(onnx, {x.name},
                  {integer_attribute("axis", static_cast<std::int64_t>(kept.size())),
                   integer_attribute("keepdims", 0)},
                  c.name + part);
  return {made, kept, DType::i64};
}

// NaN counts as the extreme, which ONNX leaves open: the first NaN, if there is one.
Written first_nan_or(ExportContext& c, const Written& x, const Axes& kept, const Written& found) {
  const Written missing = c.graph.add("IsNaN", {x}, x.axes, DType::bool_, c.name + ".nan");
  const Written marks = c.graph.cast(missing, DType::i32);
  const Written first = along_last(c, "ArgMax", marks, kept, ".first_nan");
  const std::vector<std::int64_t> last{static_cast<std::int64_t>(kept.size())};
  const std::string some =
      c.graph.add("ReduceMax", {marks.name, c.graph.integers(last, c.name + ".last")},
                  {integer_attribute("keepdims", 0)}, c.name + ".any_nan");
  return chosen(c.graph, c.graph.cast({some, kept, DType::i32}, DType::bool_), first, found);
}

Written position(ExportContext& c, std::string_view onnx) {
  const Reduction over = reduction_of(c.node);
  const Written x =
      in_signed_order(c.graph, converted(c.graph, c.operands[0], computed_in(c.node)));
  const Written flat = with_last(c, x, over.kept, over.reduced);
  Written made = along_last(c, std::string(onnx), flat, over.kept, "");
  if (is_float(flat.dtype)) made = first_nan_or(c, flat, over.kept, made);
  return c.result(c.graph.ordered(made, c.axes()));
}

// Both operands as matrices: the contracted axes are one dimension.
Written matmul(ExportContext& c, std::string_view) {
  const DotAxes dot = dot_axes_of(c.node);
  const Axes xc(dot.x_contracted), yc(dot.y_contracted);
  const DType type = modular_type(c.node);
  const Written x = converted(c.graph, c.operands[0], type),
                y = converted(c.graph, c.operands[1], type);
  const Axes x_rest = x.axes - xc, y_rest = y.axes - yc;
  const Axis m = make_axis(x_rest.element_count()), k = make_axis(xc.element_count()),
             n = make_axis(y_rest.element_count());
  const Written left = c.graph.reshaped(c.graph.ordered(x, x_rest + xc), Axes{m, k});
  const Written right = c.graph.reshaped(c.graph.ordered(y, yc + y_rest), Axes{k, n});
  const Written made = c.graph.add("MatMul", {left, right}, Axes{m, n}, type, c.name);
  return c.result(c.graph.ordered(c.graph.reshaped(made, x_rest + y_rest), c.axes()));
}

Written soft_max(ExportContext& c, std::string_view) {
  const Axes over = normalization_axes_of(c.node);
  const Written x = converted(c.graph, c.operands[0], computed_in(c.node));
  const Axes kept = x.axes - over;
  const Written flat = with_last(c, x, kept, over);
  const Written made = c.graph.add("Softmax", {flat}, flat.axes, flat.dtype, c.name,
                                   {integer_attribute("axis", -1)});
  return c.result(c.graph.ordered(c.graph.reshaped(made, kept + over), c.axes()));
}

constexpr ExportRow rows[] = {
    {"argmax", "ArgMax", position},  {"argmin", "ArgMin", position}, {"dot", "", matmul},
    {"max", "ReduceMax", extreme},   {"mean", "ReduceMean", mean},   {"min", "ReduceMin", extreme},
    {"prod", "ReduceProd", reduced}, {"softmax", "", soft_max},      {"sum", "ReduceSum", reduced},
};

}  // namespace

std::span<const ExportRow> reduction_export_rows() {
  return rows;
}

}  // namespace ng::onnx
