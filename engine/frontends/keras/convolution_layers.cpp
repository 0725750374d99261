// SPDX-License-Identifier: Apache-2.0
// Convolutions of one to three dimensions: plain, transposed, by channel, separable.
#include <algorithm>

#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {
namespace {

using tensorflow::attribute;

std::vector<Slot> separable_slots(const onnx::Node& layer) {
  std::vector<Slot> slots{{"depthwise", "vars/0"}, {"pointwise", "vars/1"}};
  if (flag(layer, "use_bias", true)) slots.push_back({"bias", "vars/2"});
  return slots;
}

// Zeros before the first time step, so that no step sees a later one.
ItemPtr causal(NodeContext& n, const ItemPtr& x, bool last, std::int64_t before) {
  Integers pads(2 * static_cast<std::size_t>(rank_of(x)), 0);
  pads[last ? 1 : 2] = before;
  return step(n, "Pad", {x, integers(pads)});
}

void convolution(NodeContext& n) {
  const std::size_t rank = spatial_rank(n);
  const bool last = channels_last(n);
  const std::string padding = n.choice("padding", "valid", {"valid", "same", "causal"});
  const Integers dilations = lengths(n, "dilation_rate", rank);
  const ItemPtr kernel = need_weight(n, "kernel");
  ItemPtr x = n.shared(0);
  if (padding == "causal") x = causal(n, x, last, (kernel->shape().at(0) - 1) * dilations[0]);
  x = tensorflow_step(n, "Conv2D", {x, kernel},
                      window(lengths(n, "strides", rank), dilations, last, padding));
  give(n, activated(n, with_bias(n, x, last)));
}

void transposed_convolution(NodeContext& n) {
  const std::size_t rank = spatial_rank(n);
  const bool last = channels_last(n);
  const std::string padding = n.choice("padding", "valid", {"valid", "same"});
  const Integers strides = lengths(n, "strides", rank);
  const Integers dilations = lengths(n, "dilation_rate", rank);
  const ItemPtr kernel = need_weight(n, "kernel");
  const Shape filter = kernel->shape();
  NodeContext::need_count("its kernel", filter.size(), rank + 2);
  Shape wanted = n.shape(0);
  wanted[last ? rank + 1 : 1] = filter[rank];
  const bool explicit_padding = n.given("output_padding");
  const Integers extra = lengths(n, "output_padding", rank, 0);
  for (std::size_t i = 0; i < rank; ++i) {
    std::int64_t& length = wanted[i + (last ? 1 : 2)];
    const std::int64_t size = (filter[i] - 1) * dilations[i] + 1;
    const bool same = padding == "same";
    if (explicit_padding)
      length = (length - 1) * strides[i] + size - (same ? 2 * (size / 2) : 0) + extra[i];
    else
      length = same ? length * strides[i]
                    : length * strides[i] + std::max<std::int64_t>(size - strides[i], 0);
  }
  const ItemPtr x =
      tensorflow_step(n, "Conv2DBackpropInput", {integers(wanted), kernel, n.shared(0)},
                      window(strides, dilations, last, padding));
  give(n, activated(n, with_bias(n, x, last)));
}

// `kernel` has a filter per channel and multiplier. A row of an image stands for a sequence.
ItemPtr by_channel(NodeContext& n, const ItemPtr& kernel, bool last) {
  const std::size_t rank = spatial_rank(n);
  const std::string padding = n.choice("padding", "valid", {"valid", "same", "causal"});
  Integers strides = lengths(n, "strides", rank), dilations = lengths(n, "dilation_rate", rank);
  ItemPtr x = n.shared(0);
  if (padding == "causal") x = causal(n, x, last, (kernel->shape().at(0) - 1) * dilations[0]);
  if (rank == 2)
    return tensorflow_step(n, "DepthwiseConv2dNative", {x, kernel},
                           window(strides, dilations, last, padding));
  if (rank != 1) NodeContext::refuse("its input has more than two spatial dimensions");
  strides.insert(strides.begin(), strides[0]);
  dilations.insert(dilations.begin(), 1);
  const Integers row{last ? 1 : 2};
  const ItemPtr made = tensorflow_step(n, "DepthwiseConv2dNative",
                                       {unsqueezed(n, x, row), unsqueezed(n, kernel, {0})},
                                       window(strides, dilations, last, padding));
  return squeezed(n, made, row);
}

void depthwise(NodeContext& n) {
  const bool last = channels_last(n);
  const ItemPtr x = by_channel(n, need_weight(n, "kernel"), last);
  give(n, activated(n, with_bias(n, x, last)));
}

void separable(NodeContext& n) {
  const bool last = channels_last(n);
  const std::size_t rank = spatial_rank(n);
  const ItemPtr x = by_channel(n, need_weight(n, "depthwise"), last);
  const Integers ones(rank, 1);
  const ItemPtr made = tensorflow_step(n, "Conv2D", {x, need_weight(n, "pointwise")},
                                       window(ones, ones, last, "valid"));
  give(n, activated(n, with_bias(n, made, last)));
}

constexpr LayerRow rows[] = {
    {{"Conv1D", 1, 0, convolution}, kernel_slots},
    {{"Conv1DTranspose", 1, 0, transposed_convolution}, kernel_slots},
    {{"Conv2D", 1, 0, convolution}, kernel_slots},
    {{"Conv2DTranspose", 1, 0, transposed_convolution}, kernel_slots},
    {{"Conv3D", 1, 0, convolution}, kernel_slots},
    {{"Conv3DTranspose", 1, 0, transposed_convolution}, kernel_slots},
    {{"DepthwiseConv1D", 1, 0, depthwise}, kernel_slots},
    {{"DepthwiseConv2D", 1, 0, depthwise}, kernel_slots},
    {{"SeparableConv1D", 1, 0, separable}, separable_slots},
    {{"SeparableConv2D", 1, 0, separable}, separable_slots},
};

}  // namespace

std::span<const LayerRow> convolution_layers() {
  return rows;
}

}  // namespace ng::keras
