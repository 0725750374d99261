// SPDX-License-Identifier: Apache-2.0
// Convolutions and pooling.
#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {
namespace {

// The digit of "conv2d"; of "convolution" that of the weight.
std::size_t spatial_of(const NodeContext& n) {
  const std::string& name = n.node.op_type;
  const std::size_t digit = name.find_first_of("123");
  if (digit != name.npos) return static_cast<std::size_t>(name[digit] - '0');
  const std::int64_t rank = rank_of(need_tensor(n, "weight"));
  if (rank < 3) NodeContext::refuse("its weight has no spatial dimensions");
  return static_cast<std::size_t>(rank - 2);
}

// A single example gets a batch of one.
ItemPtr batched(NodeContext& n, const ItemPtr& x, std::size_t spatial, bool& single) {
  single = rank_of(x) == static_cast<std::int64_t>(spatial) + 1;
  if (!single && rank_of(x) != static_cast<std::int64_t>(spatial) + 2)
    NodeContext::refuse("its input has the shape " + to_string(x->shape()));
  return single ? unsqueezed(n, x, {0}) : x;
}

Integers twice(const Integers& pads) {
  Integers both = pads;
  both.insert(both.end(), pads.begin(), pads.end());
  return both;
}

// Padding "same" puts the odd element behind.
Integers pads_of(const NodeContext& n, const Shape& filter, const Integers& dilations) {
  const onnx::Attribute* given = n.node.find("padding");
  const std::size_t spatial = dilations.size();
  if (!given || given->kind != onnx::AttributeKind::text)
    return twice(ints_of(n, "padding", spatial, 0));
  if (given->s == "valid") return Integers(2 * spatial, 0);
  if (given->s != "same") NodeContext::refuse("its padding is neither 'same' nor 'valid'");
  Integers pads(2 * spatial);
  for (std::size_t i = 0; i < spatial; ++i) {
    const std::int64_t total = dilations[i] * (filter[i + 2] - 1);
    pads[i] = total / 2;
    pads[i + spatial] = total - total / 2;
  }
  return pads;
}

void convolve(NodeContext& n, bool backwards) {
  const std::size_t spatial = spatial_of(n);
  bool single = false;
  const ItemPtr x = batched(n, need_tensor(n, "input"), spatial, single);
  const ItemPtr w = need_tensor(n, "weight"), bias = tensor(n, "bias");
  if (w->shape().size() != spatial + 2) NodeContext::refuse("its weight has another rank");
  const Integers dilations = ints_of(n, "dilation", spatial, 1);
  Attributes attributes{attribute("strides", ints_of(n, "stride", spatial, 1)),
                        attribute("dilations", dilations),
                        attribute("group", int_of(n, "groups", 1)),
                        attribute("pads", pads_of(n, w->shape(), dilations))};
  if (backwards)
    attributes.push_back(attribute("output_padding", ints_of(n, "output_padding", spatial, 0)));
  const ItemPtr made = step(n, backwards ? "ConvTranspose" : "Conv", {x, w, bias}, attributes);
  give(n, single ? squeezed(n, made, {0}) : made);
}

void convolution(NodeContext& n) {
  convolve(n, flag_of(n, "transposed", false));
}

Attributes window(const NodeContext& n, std::size_t spatial) {
  const Integers size = ints_of(n, "kernel_size", spatial, 1);
  Integers strides = ints_of(n, "stride");
  if (strides.empty()) strides = size;
  if (strides.size() == 1) strides.resize(spatial, strides[0]);
  return {attribute("kernel_shape", size), attribute("strides", strides),
          attribute("pads", twice(ints_of(n, "padding", spatial, 0))),
          attribute("ceil_mode", std::int64_t{flag_of(n, "ceil_mode", false)})};
}

// Positions count the elements of a channel; those of ONNX the elements of the whole tensor.
void max_pool(NodeContext& n) {
  const std::size_t spatial = spatial_of(n);
  bool single = false;
  const ItemPtr x = batched(n, need_tensor(n, "self"), spatial, single);
  Attributes attributes = window(n, spatial);
  attributes.push_back(attribute("dilations", ints_of(n, "dilation", spatial, 1)));
  const std::size_t results = n.wants(1) ? 2 : 1;
  std::vector<ItemPtr> made = steps(n, "MaxPool", {x}, attributes, results);
  if (results == 2) {
    std::int64_t channel = 1;
    for (std::size_t i = 2; i < x->shape().size(); ++i) channel *= x->shape()[i];
    made[1] = step(n, "Mod", {made[1], integer(channel)});
  }
  for (std::size_t i = 0; i < results; ++i)
    give(n, single ? squeezed(n, made[i], {0}) : made[i], i);
}

void average_pool(NodeContext& n) {
  const std::size_t spatial = spatial_of(n);
  bool single = false;
  const ItemPtr x = batched(n, need_tensor(n, "self"), spatial, single);
  if (has(n, "divisor_override")) NodeContext::refuse("it has a divisor of its own");
  Attributes attributes = window(n, spatial);
  attributes.push_back(
      attribute("count_include_pad", std::int64_t{flag_of(n, "count_include_pad", true)}));
  const ItemPtr made = step(n, "AveragePool", {x}, attributes);
  give(n, single ? squeezed(n, made, {0}) : made);
}

Integers output_lengths(const NodeContext& n, std::size_t spatial) {
  Integers lengths = ints_of(n, "output_size", spatial, 1);
  for (const std::int64_t length : lengths)
    if (length < 1) NodeContext::refuse("its output_size is not positive");
  return lengths;
}

bool divides(const Shape& shape, const Integers& lengths) {
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (shape[i + 2] % lengths[i] != 0) return false;
  return true;
}

Attributes equal_windows(const Shape& shape, const Integers& lengths) {
  Integers size;
  for (std::size_t i = 0; i < lengths.size(); ++i) size.push_back(shape[i + 2] / lengths[i]);
  return {attribute("kernel_shape", size), attribute("strides", size)};
}

// (in, out): the share of each element in the mean of its window.
ng::Tensor shares(std::int64_t in, std::int64_t out, DType type) {
  tensorflow::need_moderate({in, out});
  ng::Tensor made(type, {in, out});
  for (std::int64_t i = 0; i < made.size(); ++i) made.set(i, 0);
  for (std::int64_t o = 0; o < out; ++o) {
    const std::int64_t begin = o * in / out, end = ((o + 1) * in + out - 1) / out;
    for (std::int64_t i = begin; i < end; ++i)
      made.set(i * out + o, 1.0 / static_cast<double>(end - begin));
  }
  return made;
}

ItemPtr averaged_along(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t out) {
  const std::int64_t last = rank_of(x) - 1;
  Integers order;
  for (std::int64_t i = 0; i <= last; ++i) order.push_back(i == dim ? last : i == last ? dim : i);
  const ItemPtr share =
      constant_of(shares(x->shape().at(static_cast<std::size_t>(dim)), out, x->dtype()));
  const ItemPtr moved = dim == last ? x : transposed(n, x, order);
  const ItemPtr made = step(n, "MatMul", {moved, share});
  return dim == last ? made : transposed(n, made, order);
}

void adaptive_average(NodeContext& n) {
  const std::size_t spatial = spatial_of(n);
  bool single = false;
  ItemPtr x = batched(n, need_tensor(n, "self"), spatial, single);
  const Integers lengths = output_lengths(n, spatial);
  if (divides(x->shape(), lengths)) {
    x = step(n, "AveragePool", {x}, equal_windows(x->shape(), lengths));
  } else {
    for (std::size_t i = 0; i < spatial; ++i)
      x = averaged_along(n, x, static_cast<std::int64_t>(i) + 2, lengths[i]);
  }
  give(n, single ? squeezed(n, x, {0}) : x);
}

void adaptive_max(NodeContext& n) {
  const std::size_t spatial = spatial_of(n);
  bool single = false;
  const ItemPtr x = batched(n, need_tensor(n, "self"), spatial, single);
  const Integers lengths = output_lengths(n, spatial);
  if (!divides(x->shape(), lengths)) NodeContext::refuse("its windows have several lengths");
  if (n.wants(1)) NodeContext::refuse("its positions are not imported");
  const ItemPtr made = step(n, "MaxPool", {x}, equal_windows(x->shape(), lengths));
  give(n, single ? squeezed(n, made, {0}) : made);
}

void forward_convolution(NodeContext& n) {
  convolve(n, false);
}
void backward_convolution(NodeContext& n) {
  convolve(n, true);
}

// The sum of overlapping windows (N, C × taps, windows) at their places in images.
void columns_to_image(NodeContext& n) {
  ItemPtr x = need_tensor(n, "self");
  const bool one = rank_of(x) == 2;
  if (one) x = unsqueezed(n, x, {0});
  const Integers before = ints_of(n, "padding", 2, 0);
  Integers pads = before;
  pads.insert(pads.end(), before.begin(), before.end());
  const ItemPtr made = step(
      n, "Col2Im",
      {x, integers(ints_of(n, "output_size", 2, 1)), integers(ints_of(n, "kernel_size", 2, 1))},
      {attribute("dilations", ints_of(n, "dilation", 2, 1)), attribute("pads", pads),
       attribute("strides", ints_of(n, "stride", 2, 1))});
  give(n, one ? squeezed(n, made, {0}) : made);
}

// Windows along one dimension of `taps` elements each: the dimension becomes the taps and the
// windows.
ItemPtr windows_along(NodeContext& n, const ItemPtr& x, std::int64_t dim, std::int64_t taps,
                      std::int64_t stride, std::int64_t dilation) {
  const std::int64_t have = x->shape().at(static_cast<std::size_t>(dim));
  if (taps < 1 || stride < 1 || dilation < 1) NodeContext::refuse("its windows are empty");
  const std::int64_t rest = have - dilation * (taps - 1) - 1;
  if (rest < 0) NodeContext::refuse("its windows are longer than its operand");
  const std::int64_t windows = rest / stride + 1;
  NodeContext::need_short(taps * windows);
  Integers places;
  for (std::int64_t tap = 0; tap < taps; ++tap)
    for (std::int64_t i = 0; i < windows; ++i) places.push_back(tap * dilation + i * stride);
  return step(n, "Gather", {x, reshaped(n, integers(places), {taps, windows})},
              {attribute("axis", dim)});
}

// The windows of images as columns: (N, C × taps, windows).
void image_to_columns(NodeContext& n) {
  bool single = false;
  const ItemPtr x = batched(n, need_tensor(n, "self"), 2, single);
  const Integers size = ints_of(n, "kernel_size", 2, 1), dilation = ints_of(n, "dilation", 2, 1);
  const Integers stride = ints_of(n, "stride", 2, 1), pad = ints_of(n, "padding", 2, 0);
  ItemPtr made = step(
      n, "Pad", {x, integers({0, 0, pad[0], pad[1], 0, 0, pad[0], pad[1]}), number(0, x->dtype())},
      {attribute("mode", "constant")});
  made = windows_along(n, made, 2, size[0], stride[0], dilation[0]);
  made = windows_along(n, made, 4, size[1], stride[1], dilation[1]);
  const Shape shape = made->shape();  // N, C, taps and windows down, taps and windows across
  made = transposed(n, made, {0, 1, 2, 4, 3, 5});
  made = reshaped(n, made, {shape[0], shape[1] * shape[2] * shape[4], shape[3] * shape[5]});
  give(n, single ? squeezed(n, made, {0}) : made);
}

constexpr OpRow rows[] = {
    {"_adaptive_avg_pool2d", 1, 0, adaptive_average},
    {"_adaptive_avg_pool3d", 1, 0, adaptive_average},
    {"adaptive_avg_pool1d", 1, 0, adaptive_average},
    {"adaptive_avg_pool2d", 1, 0, adaptive_average},
    {"adaptive_avg_pool3d", 1, 0, adaptive_average},
    {"adaptive_max_pool1d", 1, 0, adaptive_max},
    {"adaptive_max_pool2d", 1, 0, adaptive_max},
    {"adaptive_max_pool3d", 1, 0, adaptive_max},
    {"avg_pool1d", 1, 0, average_pool},
    {"avg_pool2d", 1, 0, average_pool},
    {"avg_pool3d", 1, 0, average_pool},
    {"col2im", 1, 0, columns_to_image},
    {"conv1d", 1, 0, forward_convolution},
    {"conv2d", 1, 0, forward_convolution},
    {"conv3d", 1, 0, forward_convolution},
    {"conv_transpose1d", 1, 0, backward_convolution},
    {"conv_transpose2d", 1, 0, backward_convolution},
    {"conv_transpose3d", 1, 0, backward_convolution},
    {"convolution", 1, 0, convolution},
    {"im2col", 1, 0, image_to_columns},
    {"max_pool1d", 1, 0, max_pool},
    {"max_pool2d", 1, 0, max_pool},
    {"max_pool2d_with_indices", 1, 0, max_pool},
    {"max_pool3d", 1, 0, max_pool},
    {"max_pool3d_with_indices", 1, 0, max_pool},
};

}  // namespace

std::span<const OpRow> window_rows() {
  return rows;
}

}  // namespace ng::pytorch
