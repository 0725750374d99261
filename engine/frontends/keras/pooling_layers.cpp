// SPDX-License-Identifier: Apache-2.0
// Pooling over windows and over whole images.
#include "engine/frontends/keras/layer_context.h"

namespace ng::keras {
namespace {

template <const auto& op>
void pool(NodeContext& n) {
  const std::size_t rank = spatial_rank(n) + 2;
  const bool last = channels_last(n);
  const Integers size = lengths(n, "pool_size", rank - 2, 2);
  const Integers strides = n.given("strides") ? lengths(n, "strides", rank - 2) : size;
  const auto full = [&](const Integers& spatial) {
    Integers all(rank, 1);
    std::copy(spatial.begin(), spatial.end(), all.begin() + (last ? 1 : 2));
    return all;
  };
  const std::string padding = n.choice("padding", "valid", {"valid", "same"});
  give(n, tensorflow_step(n, op, {n.shared(0)},
                          {attribute("ksize", full(size)), attribute("strides", full(strides)),
                           attribute("padding", padding == "same" ? "SAME" : "VALID"),
                           attribute("data_format", last ? "NHWC" : "NCHW")}));
}

// The mean of the time steps that the mask keeps.
void masked_mean(NodeContext& n, const ItemPtr& mask) {
  const ItemPtr x = n.shared(0);
  const std::int64_t time = channels_last(n) ? 1 : 2;
  const ItemPtr flags = unsqueezed(n, tensorflow::cast(n, mask, DType::bool_), {3 - time});
  const auto sum = [&](const ItemPtr& of) {
    return step(n, "ReduceSum", {of, integers({time})},
                {attribute("keepdims", std::int64_t{flag(n.node, "keepdims", false)})});
  };
  const ItemPtr kept = step(n, "Where", {flags, x, number(0, x->dtype())});
  give(n, step(n, "Div", {sum(kept), sum(tensorflow::cast(n, flags, x->dtype()))}));
}

template <const auto& op>
void whole(NodeContext& n) {
  if (const ItemPtr mask = argument(n, "mask")) return masked_mean(n, mask);
  const std::int64_t rank = n.rank();
  if (rank < 3) NodeContext::refuse("its input is not a batch of images");
  Integers axes;
  const std::int64_t first = channels_last(n) ? 1 : 2;
  for (std::int64_t i = 0; i < rank - 2; ++i) axes.push_back(first + i);
  give(n, step(n, op, {n.shared(0), integers(axes)},
               {attribute("keepdims", std::int64_t{flag(n.node, "keepdims", false)})}));
}
constexpr char average[] = "AvgPool", largest[] = "MaxPool", mean[] = "ReduceMean",
               maximum[] = "ReduceMax";

constexpr LayerRow rows[] = {
    {{"AveragePooling1D", 1, 0, pool<average>}},
    {{"AveragePooling2D", 1, 0, pool<average>}},
    {{"AveragePooling3D", 1, 0, pool<average>}},
    {{"GlobalAveragePooling1D", 1, 0, whole<mean>}},
    {{"GlobalAveragePooling2D", 1, 0, whole<mean>}},
    {{"GlobalAveragePooling3D", 1, 0, whole<mean>}},
    {{"GlobalMaxPooling1D", 1, 0, whole<maximum>}},
    {{"GlobalMaxPooling2D", 1, 0, whole<maximum>}},
    {{"GlobalMaxPooling3D", 1, 0, whole<maximum>}},
    {{"MaxPooling1D", 1, 0, pool<largest>}},
    {{"MaxPooling2D", 1, 0, pool<largest>}},
    {{"MaxPooling3D", 1, 0, pool<largest>}},
};

}  // namespace

std::span<const LayerRow> pooling_layers() {
  return rows;
}

}  // namespace ng::keras
