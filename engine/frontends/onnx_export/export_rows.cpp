// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/export_rows.h"

#include <cmath>

#include "engine/base/error.h"
#include "engine/ops/dot.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/shapes/join.h"
#include "engine/ops/shapes/pad.h"
#include "engine/ops/shapes/slice_items.h"
#include "engine/ops/windows/convolution.h"
#include "engine/ops/windows/pooling.h"
#include "engine/runtime/window_steps.h"

namespace ng::onnx {
namespace {

Written number(ExportContext& c, double value, DType dtype) {
  const ng::Tensor tensor = ng::Tensor::from(dtype, {}, std::span(&value, 1));
  return {c.graph.initializer(tensor, c.name + ".number"), {}, dtype};
}

// Operands over the result's axes and in its type.
std::vector<Written> alike(ExportContext& c, DType dtype) {
  std::vector<Written> all;
  for (const Written& x : c.operands)
    all.push_back(c.graph.aligned(c.graph.cast(x, dtype), c.axes()));
  return all;
}

Written elementwise(ExportContext& c, std::string_view onnx) {
  return c.graph.add(std::string(onnx), alike(c, c.dtype()), c.axes(), c.dtype(), c.name);
}

// The type in which operands are compared.
DType widest(const ExportContext& c) {
  DType type = c.operands[0].dtype;
  for (const Written& x : c.operands) {
    const bool wider = size_of(x.dtype) > size_of(type) || (is_float(x.dtype) && !is_float(type));
    if (wider) type = x.dtype;
  }
  return type == DType::bool_ ? DType::i32 : type;
}

Written comparison(ExportContext& c, std::string_view onnx) {
  const Written made =
      c.graph.add(std::string(onnx), alike(c, widest(c)), c.axes(), DType::bool_, c.name);
  return c.graph.cast(made, c.dtype());
}

Written not_equal(ExportContext& c, std::string_view) {
  const Written same =
      c.graph.add("Equal", alike(c, widest(c)), c.axes(), DType::bool_, c.name + ".equal");
  return c.graph.cast(c.graph.add("Not", {same}, c.axes(), DType::bool_, c.name), c.dtype());
}

Written choice(ExportContext& c, std::string_view) {
  const Written condition = c.graph.aligned(c.graph.cast(c.operands[0], DType::bool_), c.axes());
  const auto side = [&](std::size_t i) {
    return c.graph.aligned(c.graph.cast(c.operands[i], c.dtype()), c.axes());
  };
  return c.graph.add("Where", {condition, side(1), side(2)}, c.axes(), c.dtype(), c.name);
}

Written square(ExportContext& c, std::string_view) {
  const Written x = alike(c, c.dtype())[0];
  return c.graph.add("Mul", {x, x}, c.axes(), c.dtype(), c.name);
}

Written safe_log(ExportContext& c, std::string_view) {
  const Written x = alike(c, c.dtype())[0];
  const double limit = c.node.attributes.get<double>("limit", -50);
  const Axes& axes = c.axes();
  const Written shifted = c.graph.add("Add", {x, number(c, std::exp(limit), c.dtype())}, axes,
                                      c.dtype(), c.name + ".in");
  const Written log = c.graph.add("Log", {shifted}, axes, c.dtype(), c.name + ".log");
  return c.graph.add("Max", {log, number(c, limit, c.dtype())}, axes, c.dtype(), c.name);
}

// floor(x / y), and x minus y times it.
Written division(ExportContext& c, std::string_view onnx) {
  const std::vector<Written> xy = alike(c, c.dtype());
  if (!is_float(c.dtype())) c.refuse("its division of integers rounds toward minus infinity");
  const Axes& axes = c.axes();
  const Written ratio = c.graph.add("Div", xy, axes, c.dtype(), c.name + ".ratio");
  const Written floor = c.graph.add("Floor", {ratio}, axes, c.dtype(), c.name + ".floor");
  if (onnx == "Floor") return floor;
  const Written whole = c.graph.add("Mul", {floor, xy[1]}, axes, c.dtype(), c.name + ".whole");
  return c.graph.add("Sub", {xy[0], whole}, axes, c.dtype(), c.name);
}

Written copy(ExportContext& c, std::string_view) {
  const Written x = c.graph.cast(c.operands[0], c.dtype());
  return c.graph.add("Identity", {x}, c.axes(), c.dtype(), c.name);
}

Written reordered(ExportContext& c, std::string_view) {
  return c.graph.expanded(c.operands[0], c.axes());
}

Written renamed(ExportContext& c, std::string_view) {
  return c.graph.reshaped(c.operands[0], c.axes());
}

std::string positions(ExportContext& c, const Axes& of, const Axes& all) {
  std::vector<std::int64_t> list;
  for (const Axis& axis : of) list.push_back(static_cast<std::int64_t>(all.index(axis)));
  return c.graph.integers(list, c.name + ".axes");
}

Written reduced(ExportContext& c, std::string_view onnx) {
  const Reduction over = reduction_of(c.node);
  const Written x = c.graph.cast(c.operands[0], c.dtype());
  if (over.reduced.empty()) return c.graph.ordered(x, c.axes());
  const std::string made =
      c.graph.add(std::string(onnx), {x.name, positions(c, over.reduced, x.axes)},
                  {integer_attribute("keepdims", 0)}, c.name);
  return c.graph.ordered({made, x.axes - over.reduced, c.dtype()}, c.axes());
}

Written extreme(ExportContext& c, std::string_view onnx) {
  const Reduction over = reduction_of(c.node);
  const Written& x = c.operands[0];
  // Several axes count as one, in row-major order.
  const Axes order = over.kept + over.reduced;
  const Written last = c.graph.ordered(x, order);
  const Axis joined = make_axis(over.reduced.element_count());
  const Written flat = c.graph.reshaped(last, over.kept + Axes{joined});
  const std::string made =
      c.graph.add(std::string(onnx), {flat.name},
                  {integer_attribute("axis", static_cast<std::int64_t>(over.kept.size())),
                   integer_attribute("keepdims", 0)},
                  c.name);
  return c.graph.cast(c.graph.ordered({made, over.kept, DType::i64}, c.axes()), c.dtype());
}

// Both operands as matrices: the contracted axes are one dimension.
Written matmul(ExportContext& c, std::string_view) {
  const DotAxes dot = dot_axes_of(c.node);
  const Axes xc(dot.x_contracted), yc(dot.y_contracted);
  const Written x = c.graph.cast(c.operands[0], c.dtype()),
                y = c.graph.cast(c.operands[1], c.dtype());
  const Axes x_rest = x.axes - xc, y_rest = y.axes - yc;
  const Axis m = make_axis(x_rest.element_count()), k = make_axis(xc.element_count()),
             n = make_axis(y_rest.element_count());
  const Written left = c.graph.reshaped(c.graph.ordered(x, x_rest + xc), Axes{m, k});
  const Written right = c.graph.reshaped(c.graph.ordered(y, yc + y_rest), Axes{k, n});
  const Written made = c.graph.add("MatMul", {left, right}, Axes{m, n}, c.dtype(), c.name);
  return c.graph.ordered(c.graph.reshaped(made, x_rest + y_rest), c.axes());
}

Written soft_max(ExportContext& c, std::string_view) {
  const Axes over = normalization_axes_of(c.node);
  const Written x = c.graph.cast(c.operands[0], c.dtype());
  const Axes kept = x.axes - over;
  const Axis joined = make_axis(over.element_count());
  const Written flat = c.graph.reshaped(c.graph.ordered(x, kept + over), kept + Axes{joined});
  const Written made =
      c.graph.add("Softmax", {flat}, flat.axes, c.dtype(), c.name, {integer_attribute("axis", -1)});
  return c.graph.ordered(c.graph.reshaped(made, kept + over), c.axes());
}

Written part(ExportContext& c, std::string_view) {
  const Written& x = c.operands[0];
  const auto items = slice_items(c.node.attributes.get<std::string>("slices"));
  const Part part = part_of(x.axes, items);
  std::vector<std::int64_t> starts, ends, steps, axes;
  for (std::size_t i = 0; i < part.ranges.size(); ++i) {
    const SliceRange& range = part.ranges[i];
    starts.push_back(range.first);
    ends.push_back(range.first + (range.length - 1) * range.step + 1);
    steps.push_back(range.step);
    axes.push_back(static_cast<std::int64_t>(i));
  }
  const std::string made = c.graph.add(
      "Slice",
      {x.name, c.graph.integers(starts, c.name + ".starts"),
       c.graph.integers(ends, c.name + ".ends"), c.graph.integers(axes, c.name + ".axes"),
       c.graph.integers(steps, c.name + ".steps")},
      {}, c.name);
  std::vector<Axis> kept;
  for (std::size_t i = 0; i < part.ranges.size(); ++i)
    kept.push_back(make_axis(part.ranges[i].length));
  return c.graph.reshaped({made, Axes(kept), x.dtype}, c.axes());
}

Written padded(ExportContext& c, std::string_view) {
  const Written& x = c.operands[0];
  std::vector<std::int64_t> before, after;
  const auto paddings = paddings_of(c.node);
  for (const Padding& padding : *paddings) {
    before.push_back(padding.before);
    after.push_back(padding.after);
  }
  before.insert(before.end(), after.begin(), after.end());
  return {c.graph.add("Pad", {x.name, c.graph.integers(before, c.name + ".pads")}, {}, c.name),
          c.axes(), x.dtype};
}

Written joined(ExportContext& c, std::string_view) {
  const auto at = static_cast<std::int64_t>(joined_position(c.node));
  const bool stacks = !concatenated_axis(c.node);
  std::vector<std::string> parts;
  for (const Written& x : c.operands) {
    std::vector<Axis> own;
    for (const Axis& axis : c.axes()) {
      if (stacks && std::ssize(own) == at)
        own.push_back(make_axis(1));
      else
        own.push_back(x.axes[x.axes.index(axis)]);
    }
    Axes order(own);
    parts.push_back(stacks ? c.graph.reshaped(c.graph.ordered(x, order & x.axes), order).name
                           : c.graph.ordered(x, order).name);
  }
  return {c.graph.add("Concat", parts, {integer_attribute("axis", at)}, c.name), c.axes(),
          c.dtype()};
}

// (C, D, H, W, N) of the engine as (N, C, D, H, W).
Written batch_first(ExportContext& c, const Written& x) {
  const Axes& a = x.axes;
  return c.graph.ordered(x, Axes{a[4], a[0], a[1], a[2], a[3]});
}

Written convolution(ExportContext& c, std::string_view) {
  const Convolution s = convolution_of(c.node);
  const Written image = batch_first(c, c.graph.cast(c.operands[0], c.dtype()));
  const Written filters = batch_first(c, c.graph.cast(c.operands[1], c.dtype()));
  const auto three = [](const auto& a) { return std::vector<std::int64_t>{a[0], a[1], a[2]}; };
  std::vector<std::int64_t> pads = three(s.padding);
  pads.insert(pads.end(), s.padding.begin(), s.padding.end());
  const Axes& k = c.axes();
  const Written made = c.graph.add(
      "Conv", {image, filters}, Axes{k[4], k[0], k[1], k[2], k[3]}, c.dtype(), c.name,
      {integers_attribute("strides", three(s.stride)),
       integers_attribute("dilations", three(s.dilation)), integers_attribute("pads", pads)});
  return c.graph.ordered(made, k);
}

// The gradient of a convolution by its images: (C, M, P, Q, N) and (K, T, R, S, C).
Written deconvolution(ExportContext& c, std::string_view) {
  const Convolution s = convolution_of(c.node);
  const Written image = batch_first(c, c.graph.cast(c.operands[0], c.dtype()));
  const Written filters = batch_first(c, c.graph.cast(c.operands[1], c.dtype()));
  std::vector<std::int64_t> strides, dilations, pads, extra;
  for (std::size_t i = 0; i < 3; ++i) {
    strides.push_back(s.stride[i]);
    dilations.push_back(s.dilation[i]);
    pads.push_back(s.padding[i]);
    const std::int64_t span = (s.filter[i] - 1) * s.dilation[i] + 1;
    const std::int64_t least = (s.output[i] - 1) * s.stride[i] + span - 2 * s.padding[i];
    extra.push_back(s.image[i] - least);
  }
  pads.insert(pads.end(), s.padding.begin(), s.padding.end());
  const Axes& k = c.axes();
  const Written made = c.graph.add(
      "ConvTranspose", {image, filters}, Axes{k[4], k[0], k[1], k[2], k[3]}, c.dtype(), c.name,
      {integers_attribute("strides", strides), integers_attribute("dilations", dilations),
       integers_attribute("pads", pads), integers_attribute("output_padding", extra)});
  return c.graph.ordered(made, k);
}

// 1 where the position along the first axis is the class.
Written classes(ExportContext& c, std::string_view) {
  ng::Tensor positions(DType::i64, {c.axes()[0].length()});
  for (std::int64_t i = 0; i < positions.size(); ++i) positions.set(i, static_cast<double>(i));
  const Written along{c.graph.initializer(positions, c.name + ".classes"), Axes{c.axes()[0]},
                      DType::i64};
  const Written x = c.graph.aligned(c.graph.cast(c.operands[0], DType::i64), c.axes());
  const Written same =
      c.graph.add("Equal", {c.graph.aligned(along, c.axes()), x}, c.axes(), DType::bool_, c.name);
  return c.graph.cast(same, c.dtype());
}

Written pooling(ExportContext& c, std::string_view) {
  const Pooling s = pooling_of(c.node);
  if (s.window[0] != 1 || s.stride[0] != 1 || s.padding[0] != 0) c.refuse("it pools channels");
  const Written image = batch_first(c, c.graph.cast(c.operands[0], c.dtype()));
  const auto three = [](const auto& a) { return std::vector<std::int64_t>{a[1], a[2], a[3]}; };
  std::vector<std::int64_t> pads = three(s.padding);
  pads.insert(pads.end(), s.padding.begin() + 1, s.padding.end());
  const Axes& k = c.axes();
  const Written made = c.graph.add(
      s.average ? "AveragePool" : "MaxPool", {image}, Axes{k[4], k[0], k[1], k[2], k[3]}, c.dtype(),
      c.name,
      {integers_attribute("kernel_shape", three(s.window)),
       integers_attribute("strides", three(s.stride)), integers_attribute("pads", pads)});
  return c.graph.ordered(made, k);
}

Written rows_of(ExportContext& c, std::string_view) {
  const Written& table = c.operands[0];
  const Written index = c.graph.cast(c.operands[1], DType::i64);
  const std::int64_t at = c.axes()[0] == index.axes[0] && table.axes[1] == c.axes()[1] ? 0 : 1;
  return {c.graph.add("Gather", {table.name, index.name}, {integer_attribute("axis", at)}, c.name),
          c.axes(), table.dtype};
}

constexpr ExportRow rows[] = {
    {"absolute", "Abs", elementwise},
    {"add", "Add", elementwise},
    {"argmax", "ArgMax", extreme},
    {"argmin", "ArgMin", extreme},
    {"axes_with_order", "", reordered},
    {"broadcast", "", reordered},
    {"cast_axes", "", renamed},
    {"cast_role", "", renamed},
    {"ceil", "Ceil", elementwise},
    {"checked_classes", "", copy},
    {"class_rows", "", classes},
    {"concat_along_axis", "", joined},
    {"contiguous", "", copy},
    {"convolution", "", convolution},
    {"convolution_inputs", "", deconvolution},
    {"cos", "Cos", elementwise},
    {"divide", "Div", elementwise},
    {"dot", "", matmul},
    {"equal", "Equal", comparison},
    {"erf", "Erf", elementwise},
    {"exp", "Exp", elementwise},
    {"expand_dims", "", reordered},
    {"flatten", "", renamed},
    {"floor", "Floor", elementwise},
    {"floordivide", "Floor", division},
    {"greater", "Greater", comparison},
    {"greater_equal", "GreaterOrEqual", comparison},
    {"less", "Less", comparison},
    {"less_equal", "LessOrEqual", comparison},
    {"log", "Log", elementwise},
    {"lookuptable", "", rows_of},
    {"map_roles", "", renamed},
    {"max", "ReduceMax", reduced},
    {"maximum", "Max", elementwise},
    {"mean", "ReduceMean", reduced},
    {"min", "ReduceMin", reduced},
    {"minimum", "Min", elementwise},
    {"mod", "Mod", division},
    {"multiply", "Mul", elementwise},
    {"negative", "Neg", elementwise},
    {"not_equal", "", not_equal},
    {"pad", "", padded},
    {"pooling", "", pooling},
    {"power", "Pow", elementwise},
    {"prod", "ReduceProd", reduced},
    {"reciprocal", "Reciprocal", elementwise},
    {"round", "Round", elementwise},
    {"safelog", "", safe_log},
    {"sigmoid", "Sigmoid", elementwise},
    {"sign", "Sign", elementwise},
    {"sin", "Sin", elementwise},
    {"softmax", "", soft_max},
    {"sqrt", "Sqrt", elementwise},
    {"square", "", square},
    {"stack", "", joined},
    {"stop_gradient", "", copy},
    {"subtract", "Sub", elementwise},
    {"sum", "ReduceSum", reduced},
    {"tanh", "Tanh", elementwise},
    {"tensor_slice", "", part},
    {"transpose", "", reordered},
    {"unflatten", "", renamed},
    {"value_of", "", copy},
    {"where", "", choice},
};

}  // namespace

void ExportContext::refuse(const std::string& why) const {
  Diagnostic diagnostic;
  diagnostic.what = "the op cannot be written as ONNX: " + why;
  diagnostic.where = ng::describe(node);
  diagnostic.ops = {node.id};
  ng::refuse(ErrorKind::value, std::move(diagnostic));
}

const ExportRow* find_export_row(std::string_view op) {
  for (const ExportRow& row : rows) {
    if (row.op == op) return &row;
  }
  return nullptr;
}

}  // namespace ng::onnx
