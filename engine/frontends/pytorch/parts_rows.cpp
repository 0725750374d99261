// SPDX-License-Identifier: Apache-2.0
// Ops that treat the real and the imaginary part of a complex value alike, as those of shapes: the
// row for real numbers runs once for each part.
#include <algorithm>

#include "engine/frontends/pytorch/complex_values.h"

namespace ng::pytorch {
namespace {

// Arguments that are values: others are positions, masks and the like.
bool is_value(std::string_view argument) {
  constexpr std::string_view values[] = {"fill_value", "input",  "other", "s",
                                         "self",       "source", "src",   "tensor",
                                         "tensors",    "value",  "values"};
  const std::string_view base = argument.substr(0, argument.find('.'));
  return std::find(std::begin(values), std::end(values), base) != std::end(values);
}

ItemPtr zeros_like(NodeContext& n, const ItemPtr& x) {
  const Shape shape = x->shape();
  return filled(n, {shape.begin(), shape.end()}, 0, x->dtype());
}

std::vector<ItemPtr> results_of(NodeContext& n, std::size_t part) {
  return real_results(n, part, [&](std::string_view name, const ItemPtr& x) {
    if (!is_value(name)) return x;
    if (!is_complex(n, name)) return part == 0 ? x : zeros_like(n, x);
    const Complex z = parts_of(n, x);
    return part == 0 ? z.real : z.imaginary;
  });
}

void by_part(NodeContext& n) {
  const std::vector<ItemPtr> real = results_of(n, 0);
  if (!gives_complex(n)) {  // a conversion drops the imaginary part
    for (std::size_t i = 0; i < real.size(); ++i) give(n, real[i], i);
    return;
  }
  const std::vector<ItemPtr> imaginary = results_of(n, 1);
  for (std::size_t i = 0; i < real.size(); ++i)
    if (n.wants(i)) give(n, Complex{real[i], imaginary[i]}, i);
}

// Real numbers in a complex type.
void real_source(NodeContext& n) {
  give(n, Complex{results_of(n, 0).at(0), nullptr});
}

void write(NodeContext& n) {
  const std::string reduce = text_of(n, "reduce", "add");
  if (reduce != "add" && reduce != "sum")
    NodeContext::refuse("it combines complex numbers by " + reduce);
  by_part(n);
}

void keep_all(NodeContext& n) {
  if (flag_of(n, "train", true)) NodeContext::refuse("it drops complex numbers");
  by_part(n);
}

void refuse_bits(NodeContext&) {
  NodeContext::refuse("it reads its bits as another type; use torch.view_as_real");
}

constexpr std::string_view alike[] = {
    "_reshape_alias",
    "_to_copy",
    "_unsafe_index",
    "_unsafe_index_put",
    "_unsafe_view",
    "alias",
    "cat",
    "chunk",
    "clone",
    "concat",
    "constant_pad_nd",
    "contiguous",
    "copy",
    "cumsum",
    "detach",
    "diagonal",
    "expand",
    "expand_as",
    "fill",
    "flatten",
    "flip",
    "fliplr",
    "flipud",
    "full",
    "full_like",
    "gather",
    "hstack",
    "index",
    "index_add",
    "index_copy",
    "index_fill",
    "index_put",
    "index_select",
    "lift_fresh_copy",
    "mT",
    "masked_fill",
    "mean",
    "meshgrid",
    "movedim",
    "narrow",
    "numpy_T",
    "new_full",
    "pad",
    "permute",
    "reflection_pad1d",
    "reflection_pad2d",
    "reflection_pad3d",
    "repeat",
    "repeat_interleave",
    "replication_pad1d",
    "replication_pad2d",
    "replication_pad3d",
    "reshape",
    "reshape_as",
    "roll",
    "rot90",
    "scalar_tensor",
    "scatter_add",
    "select",
    "select_scatter",
    "slice",
    "slice_scatter",
    "split",
    "split_with_sizes",
    "squeeze",
    "stack",
    "sum",
    "swapaxes",
    "t",
    "take_along_dim",
    "tile",
    "to",
    "transpose",
    "tril",
    "triu",
    "type_as",
    "unbind",
    "unflatten",
    "unfold",
    "unsqueeze",
    "view",
    "view_as",
    "vstack",
    "where",
    "fft_fftshift",
    "fft_ifftshift",
};

constexpr OpRow rows[] = {
    {"arange", 1, 0, real_source},
    {"dropout", 1, 0, keep_all},
    {"empty", 1, 0, real_source},
    {"empty_like", 1, 0, real_source},
    {"empty_permuted", 1, 0, real_source},
    {"empty_strided", 1, 0, real_source},
    {"eye", 1, 0, real_source},
    {"linspace", 1, 0, real_source},
    {"new_empty", 1, 0, real_source},
    {"new_ones", 1, 0, real_source},
    {"new_zeros", 1, 0, real_source},
    {"ones", 1, 0, real_source},
    {"ones_like", 1, 0, real_source},
    {"scatter", 1, 0, write},
    {"scatter_reduce", 1, 0, write},
    {"view.dtype", 1, 0, refuse_bits},
    {"zero", 1, 0, real_source},
    {"zeros", 1, 0, real_source},
    {"zeros_like", 1, 0, real_source},
};

void set_literal(const NodeContext& n, std::size_t part, onnx::Attribute& attribute) {
  using Kind = onnx::AttributeKind;
  const bool complex = is_complex(n, attribute.name) && attribute.floats.size() == 2;
  const bool literal = complex || attribute.kind == Kind::number || attribute.kind == Kind::integer;
  const bool positions = attribute.name == "source";  // of movedim
  if (!literal || positions || !is_value(attribute.name)) return;
  if (!complex && part == 0) return;
  const double value = complex ? attribute.floats[part] : 0;
  attribute = tensorflow::attribute(attribute.name, value);
}

// complex64 as float32, complex128 as float64.
void set_type(onnx::Attribute& attribute) {
  using Type = onnx::ElementType;
  if (attribute.name != "dtype") return;
  if (attribute.i == static_cast<std::int64_t>(Type::complex64))
    attribute.i = static_cast<std::int64_t>(Type::f32);
  if (attribute.i == static_cast<std::int64_t>(Type::complex128))
    attribute.i = static_cast<std::int64_t>(Type::f64);
}

}  // namespace

std::vector<ItemPtr> real_results(NodeContext& n, std::size_t part,
                                  const ReplaceArgument& replace) {
  onnx::Node node = n.node;
  node.op_type = node.op_type.substr(complex_prefix.size());
  for (onnx::Attribute& attribute : node.attributes) {
    set_literal(n, part, attribute);
    set_type(attribute);
  }
  const OpRow* row = find_row(node.op_type);
  if (!row) NodeContext::refuse("this op is not imported");
  const onnx::Attribute* names = n.node.find(arguments_key);
  std::vector<ItemPtr> inputs;
  for (std::size_t i = 0; i < n.count(); ++i)
    inputs.push_back(n.has(i) ? replace(names->strings.at(i), n.shared(i)) : nullptr);
  NodeContext inner(node, n.opset, inputs, n.dims);
  row->build(inner);
  for (const ItemPtr& result : inner.results)
    if (result) onnx::fold(*result, inputs);
  return inner.results;
}

std::span<const OpRow> parts_rows() {
  static const std::vector<OpRow> all = [] {
    std::vector<OpRow> made(std::begin(rows), std::end(rows));
    for (const std::string_view name : alike) made.push_back({name, 1, 0, by_part});
    return made;
  }();
  return all;
}

}  // namespace ng::pytorch
