// SPDX-License-Identifier: Apache-2.0
// Convolutions and pooling, with channels last (NHWC) or second (NCHW).
#include <numeric>

#include "engine/frontends/tensorflow/channel_order.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

using Integers = std::vector<std::int64_t>;

// The spatial entries of a list with one entry per dimension; an absent list is all ones.
Integers spatial(const NodeContext& n, const char* name, bool last, std::size_t rank) {
  const Integers all = n.list(name);
  if (all.empty()) return Integers(rank - 2, 1);
  NodeContext::need_count(name, all.size(), rank);
  const std::size_t first = last ? 1 : 2, channel = last ? rank - 1 : 1;
  if (all[0] != 1 || all[channel] != 1) {
    NodeContext::refuse("its " + std::string(name) + " are not 1 along batch and channels");
  }
  const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
  return Integers(from, from + static_cast<std::ptrdiff_t>(rank - 2));
}

// SAME: the odd element of padding goes after the image.
Attributes padding(const NodeContext& n, bool last, std::size_t rank) {
  const std::string kind = n.choice("padding", "VALID", {"VALID", "SAME", "EXPLICIT"});
  if (kind == "SAME") return {attribute("auto_pad", "SAME_UPPER")};
  if (kind == "VALID") return {attribute("auto_pad", "VALID")};
  const Integers all = n.list("explicit_paddings");
  NodeContext::need_count("explicit_paddings", all.size(), 2 * rank);
  const std::size_t first = last ? 1 : 2;
  Integers before, after;
  for (std::size_t i = 0; i < rank; ++i) {
    const bool image = i >= first && i < first + rank - 2;
    if (!image && (all[2 * i] != 0 || all[2 * i + 1] != 0)) {
      NodeContext::refuse("it pads the batch or the channels");
    }
    if (image) before.push_back(all[2 * i]);
    if (image) after.push_back(all[2 * i + 1]);
  }
  before.insert(before.end(), after.begin(), after.end());
  return {attribute("pads", before)};
}

Attributes window(const NodeContext& n, bool last, std::size_t rank) {
  Attributes all = padding(n, last, rank);
  all.push_back(attribute("strides", spatial(n, "strides", last, rank)));
  return all;
}

// Filters (spatial …, in, out) as (out, in, spatial …).
ItemPtr filters_first(NodeContext& n, const ItemPtr& w) {
  const std::int64_t rank = rank_of(w);
  Integers order{rank - 1, rank - 2};
  for (std::int64_t i = 0; i + 2 < rank; ++i) order.push_back(i);
  return transposed(n, w, order);
}

std::size_t image_rank(const NodeContext& n, std::size_t i) {
  const std::size_t rank = n.shape(i).size();
  if (rank < 3 || rank > 5) NodeContext::refuse("its input is not a batch of images");
  return rank;
}

void convolve(NodeContext& n) {
  const std::size_t rank = image_rank(n, 0);
  const bool last = channels_last(n);
  const ItemPtr x = channels_second(n, n.shared(0), last);
  const Shape filter = n.shape(1);
  if (filter.size() != rank) NodeContext::refuse("its filter has another rank than its input");
  const std::int64_t channels = x->shape()[1], in = filter[rank - 2];
  if (in < 1 || channels % in != 0) NodeContext::refuse("its filter has other channels");
  Attributes attributes = window(n, last, rank);
  attributes.push_back(attribute("dilations", spatial(n, "dilations", last, rank)));
  attributes.push_back(attribute("group", channels / in));
  const ItemPtr made = step(n, "Conv", {x, filters_first(n, n.shared(1))}, attributes);
  give(n, channels_back(n, made, last));
}

// One or more filters per channel: (H, W, C, M).
void depthwise(NodeContext& n) {
  const bool last = channels_last(n);
  const ItemPtr x = channels_second(n, n.shared(0), last);
  const Shape filter = n.shape(1);
  if (image_rank(n, 0) != 4 || filter.size() != 4 || filter[2] != x->shape()[1]) {
    NodeContext::refuse("its filter does not fit its input");
  }
  ItemPtr w = transposed(n, n.shared(1), {2, 3, 0, 1});
  if (filter[3] != 1) {
    w = reshaped(n, w, {filter[2] * filter[3], 1, filter[0], filter[1]});
  }
  Attributes attributes = window(n, last, 4);
  attributes.push_back(attribute("dilations", spatial(n, "dilations", last, 4)));
  attributes.push_back(attribute("group", filter[2]));
  give(n, channels_back(n, step(n, "Conv", {x, w}, attributes), last));
}

// The gradient of a convolution, which is a transposed convolution. The first input is the shape of
// the result.
void transposed_convolution(NodeContext& n) {
  const std::size_t rank = image_rank(n, 2);
  const bool last = channels_last(n);
  const Integers wanted = n.integers(0, "its input sizes");
  NodeContext::need_count("its list of input sizes", wanted.size(), rank);
  const ItemPtr y = channels_second(n, n.shared(2), last);
  const Shape filter = n.shape(1), image = y->shape();
  NodeContext::need_count("the shape of its filter", filter.size(), rank);
  const Integers strides = spatial(n, "strides", last, rank);
  const Integers dilations = spatial(n, "dilations", last, rank);
  const std::string kind = n.choice("padding", "VALID", {"VALID", "SAME"});
  Integers before, after, extra;
  for (std::size_t i = 0; i + 2 < rank; ++i) {
    const std::int64_t length = wanted[i + (last ? 1 : 2)];
    const std::int64_t full = (image[i + 2] - 1) * strides[i] + (filter[i] - 1) * dilations[i] + 1;
    const std::int64_t total = kind == "SAME" ? std::max<std::int64_t>(full - length, 0) : 0;
    before.push_back(total / 2);
    after.push_back(total - total / 2);
    extra.push_back(std::max<std::int64_t>(length - full, 0));
  }
  before.insert(before.end(), after.begin(), after.end());
  const ItemPtr made =
      step(n, "ConvTranspose", {y, filters_first(n, n.shared(1))},
           {attribute("pads", before), attribute("strides", strides),
            attribute("dilations", dilations), attribute("output_padding", extra)});
  give(n, channels_back(n, made, last));
}

template <const auto& op>
void pool(NodeContext& n) {
  const std::size_t rank = image_rank(n, 0);
  const bool last = channels_last(n);
  const ItemPtr x = channels_second(n, n.shared(0), last);
  Attributes attributes = window(n, last, rank);
  attributes.push_back(attribute("kernel_shape", spatial(n, "ksize", last, rank)));
  give(n, channels_back(n, step(n, op, {x}, attributes), last));
}
constexpr char average[] = "AveragePool", largest[] = "MaxPool";

constexpr OpRow rows[] = {
    {"AvgPool", 1, 0, pool<average>},
    {"AvgPool3D", 1, 0, pool<average>},
    {"Conv2D", 1, 0, convolve},
    {"Conv2DBackpropInput", 1, 0, transposed_convolution},
    {"Conv3D", 1, 0, convolve},
    {"Conv3DBackpropInputV2", 1, 0, transposed_convolution},
    {"DepthwiseConv2dNative", 1, 0, depthwise},
    {"MaxPool", 1, 0, pool<largest>},
    {"MaxPool3D", 1, 0, pool<largest>},
};

}  // namespace

std::span<const OpRow> window_rows() {
  return rows;
}

}  // namespace ng::tensorflow
