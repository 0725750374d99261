// SPDX-License-Identifier: Apache-2.0
// Constants, shapes and values that pass through.
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/import_model.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_known = std::int64_t{1} << 20, most_filled = 4096;

ng::Tensor integers(const std::vector<std::int64_t>& values) {
  ng::Tensor tensor(DType::i64, {std::ssize(values)});
  for (std::size_t i = 0; i < values.size(); ++i) tensor.as<std::int64_t>()[i] = values[i];
  return tensor;
}

ng::Tensor filled(DType dtype, const Shape& shape, double value) {
  if (element_count(shape) > most_known) NodeContext::refuse("its constant is too large");
  const std::vector<double> values(static_cast<std::size_t>(element_count(shape)), value);
  return ng::Tensor::from(dtype, shape, values);
}

// "value" is handled by the importer, which has the model's bytes.
void constant_node(NodeContext& n) {
  if (const Attribute* a = n.node.find("value_float"))
    return n.result(filled(DType::f32, {}, a->f));
  if (const Attribute* a = n.node.find("value_int")) {
    ng::Tensor tensor(DType::i64, {});
    tensor.as<std::int64_t>()[0] = a->i;
    return n.result(std::move(tensor));
  }
  if (n.given("value_ints")) return n.result(integers(n.list("value_ints")));
  if (const Attribute* a = n.node.find("value_floats")) {
    return n.result(ng::Tensor::from(DType::f32, {std::ssize(a->floats)}, a->floats));
  }
  NodeContext::refuse("its value is text");
}

void constant_of_shape(NodeContext& n) {
  const Shape shape = n.integers(0, "its shape");
  double value = 0;
  DType dtype = DType::f32;
  if (const Attribute* a = n.node.find("value"); a && a->t) {
    const ng::Tensor one = contents(*a->t, {});
    if (one.size() != 1) NodeContext::refuse("its value is not one number");
    value = one.item();
    dtype = one.dtype;
  }
  if (element_count(shape) <= most_filled) return n.result(filled(dtype, shape, value));
  n.result(broadcast(number(value, dtype), Axes(n.dims.fresh_of(shape))));
}

// Numbers computed from a length do not change with it, so that saved documents keep the length.
void read_lengths(const NodeContext& n) {
  if (n.known(0)) return;
  for (Axis axis : n.op(0).axes()) axis.add_role(fixed_length_role);
}

void shape_of(NodeContext& n) {
  read_lengths(n);
  const Shape shape = n.shape();
  const auto rank = std::ssize(shape);
  const auto bound = [&](std::int64_t at) {
    return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
  };
  const std::int64_t start = bound(n.integer("start", 0)), end = bound(n.integer("end", rank));
  std::vector<std::int64_t> part;
  for (std::int64_t i = start; i < end; ++i) part.push_back(shape[static_cast<std::size_t>(i)]);
  n.result(integers(part));
}

void size_of_tensor(NodeContext& n) {
  read_lengths(n);
  ng::Tensor tensor(DType::i64, {});
  tensor.as<std::int64_t>()[0] = element_count(n.shape());
  n.result(std::move(tensor));
}

// Exactly, from `start` by `delta`.
void range_of_integers(NodeContext& n, Integer start, Integer limit, Integer delta) {
  if (delta == 0) NodeContext::refuse("its delta is 0");
  const Integer span = delta > 0 ? limit - start : start - limit;
  const Integer step = delta > 0 ? delta : -delta;
  const Integer count = span > 0 ? (span + step - 1) / step : 0;
  if (count > most_known) NodeContext::refuse("its range is too long");
  std::vector<Integer> values;
  for (Integer i = 0; i < count; ++i) values.push_back(start + i * delta);
  n.result(ng::Tensor::from(n.dtype(), {std::ssize(values)}, values));
}

void range(NodeContext& n) {
  if (is_integer(n.dtype())) {
    return range_of_integers(n, n.need_known(0, "its start").integer_at(0),
                             n.need_known(1, "its limit").integer_at(0),
                             n.need_known(2, "its delta").integer_at(0));
  }
  const double start = n.need_known(0, "its start").item();
  const double limit = n.need_known(1, "its limit").item();
  const double delta = n.need_known(2, "its delta").item();
  if (delta == 0) NodeContext::refuse("its delta is 0");
  const double count = std::max(std::ceil((limit - start) / delta), 0.0);
  if (!(count <= static_cast<double>(most_known))) NodeContext::refuse("its range is too long");
  std::vector<double> values;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(count); ++i) {
    values.push_back(start + static_cast<double>(i) * delta);
  }
  n.result(ng::Tensor::from(n.dtype(), {std::ssize(values)}, values));
}

// A value of an optional type that the file has is a tensor.
void has_element(NodeContext& n) {
  n.result(ng::Tensor::from(DType::bool_, {}, std::vector<double>{n.has(0) ? 1.0 : 0.0}));
}

void get_element(NodeContext& n) {
  if (!n.has(0)) NodeContext::refuse("its optional value has no element");
  n.result(n.op(0));
}

void eye_like(NodeContext& n) {
  const Shape shape = n.shape();
  if (shape.size() != 2) NodeContext::refuse("its input is not a matrix");
  const auto type = dtype_of(static_cast<ElementType>(n.integer("dtype", 0)));
  ng::Tensor tensor = filled(type.value_or(n.dtype()), shape, 0);
  const std::int64_t k = n.integer("k", 0);
  for (std::int64_t i = 0; i < shape[0]; ++i) {
    if (i + k >= 0 && i + k < shape[1]) tensor.set(i * shape[1] + i + k, 1);
  }
  n.result(std::move(tensor));
}

constexpr OpRow rows[] = {
    {"Constant", 1, 0, constant_node},
    {"ConstantOfShape", 9, 0, constant_of_shape},
    {"EyeLike", 9, 0, eye_like},
    {"Identity", 1, 0, [](NodeContext& n) { n.result(n.op(0)); }},
    {"OptionalGetElement", 15, 0, get_element},
    {"OptionalHasElement", 15, 0, has_element},
    {"Range", 11, 0, range},
    {"Shape", 1, 0, shape_of},
    {"Size", 1, 0, size_of_tensor},
};

}  // namespace

std::span<const OpRow> source_rows() {
  return rows;
}

}  // namespace ng::onnx
