// SPDX-License-Identifier: Apache-2.0
// Normalisations by batch, layer, group and length.
#include <algorithm>
#include <functional>

#include "engine/frontends/keras/layer_context.h"
#include "engine/frontends/tensorflow/channel_order.h"

namespace ng::keras {
namespace {

// gamma and beta, if the layer has them; returns the number of variables.
std::size_t add_scales(const onnx::Node& layer, std::vector<Slot>& slots) {
  for (const auto& [key, role] : {std::pair{"scale", "gamma"}, {"center", "beta"}}) {
    if (flag(layer, key, true)) slots.push_back({role, "vars/" + std::to_string(slots.size())});
  }
  return slots.size();
}

std::vector<Slot> scale_slots(const onnx::Node& layer) {
  std::vector<Slot> slots;
  add_scales(layer, slots);
  return slots;
}

std::vector<Slot> batch_slots(const onnx::Node& layer) {
  std::vector<Slot> slots;
  const std::size_t at = add_scales(layer, slots);
  slots.push_back({"moving_mean", "vars/" + std::to_string(at), false});
  slots.push_back({"moving_variance", "vars/" + std::to_string(at + 1), false});
  return slots;
}

ItemPtr scale_or(NodeContext& n, const char* role, const Shape& shape, DType dtype,
                 double otherwise) {
  const ItemPtr found = weight(n, role);
  return found ? found : ones_like(n, shape, dtype, otherwise);
}

// The order of dimensions in which these are the last ones.
Integers with_last(std::int64_t rank, const Integers& axes) {
  Integers order;
  for (std::int64_t i = 0; i < rank; ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) order.push_back(i);
  order.insert(order.end(), axes.begin(), axes.end());
  return order;
}

using Build = std::function<ItemPtr(const ItemPtr& x)>;

// What `build` makes of a tensor whose dimensions have this order, with the dimensions of `x`.
ItemPtr in_order(NodeContext& n, const ItemPtr& x, const Integers& order, const Build& build) {
  if (std::is_sorted(order.begin(), order.end())) return build(x);
  return transposed(n, build(transposed(n, x, order)), inverse_of(order));
}

void batch_normalization(NodeContext& n) {
  need_arguments(n, {"inputs", "mask"});  // the mask is for training
  const ItemPtr x = n.shared(0), mean = need_weight(n, "moving_mean");
  const std::int64_t rank = rank_of(x);
  const std::int64_t axis =
      n.position(n.given("axis") ? lengths(n, "axis", 1)[0] : std::int64_t{-1}, rank);
  const Shape shape = mean->shape();
  const ItemPtr gamma = scale_or(n, "gamma", shape, x->dtype(), 1);
  const ItemPtr beta = scale_or(n, "beta", shape, x->dtype(), 0);
  const ItemPtr variance = need_weight(n, "moving_variance");
  const Integers order = axis == 1 ? with_last(rank, {}) : with_last(rank, {axis});
  const char* form = axis == 1 && rank > 2 ? "NCHW" : "NHWC";
  give(n, in_order(n, x, order, [&](const ItemPtr& ordered) {
         return tensorflow_step(
             n, "FusedBatchNormV3", {ordered, gamma, beta, mean, variance},
             {attribute("epsilon", real(n, "epsilon", 1e-3)),
              attribute("is_training", std::int64_t{0}), attribute("data_format", form)});
       }));
}

// The dimensions that are normalised.
Integers normalised_axes(const NodeContext& n, std::int64_t rank) {
  const onnx::Attribute* given = n.node.find("axis");
  Integers axes = given ? listed(*given) : Integers{-1};
  for (std::int64_t& axis : axes) axis = n.position(axis, rank);
  return axes;
}

void layer_normalization(NodeContext& n) {
  if (flag(n.node, "rms_scaling", false)) NodeContext::refuse("its rms_scaling is not imported");
  const ItemPtr x = n.shared(0);
  const std::int64_t rank = rank_of(x);
  const Integers given = normalised_axes(n, rank);
  Integers axes = given;
  std::sort(axes.begin(), axes.end());
  // Keras has weights over the axes as given, and reads their elements over the sorted ones.
  const auto lengths_over = [&](const Integers& dims) {
    Integers all;
    for (const std::int64_t dim : dims) all.push_back(x->shape().at(static_cast<std::size_t>(dim)));
    return all;
  };
  const Integers own = lengths_over(given);
  const auto sorted = [&](const ItemPtr& of) {
    return of && given != axes ? reshaped(n, of, lengths_over(axes)) : of;
  };
  const ItemPtr gamma = sorted(scale_or(n, "gamma", Shape(own.begin(), own.end()), x->dtype(), 1)),
                beta = sorted(weight(n, "beta"));
  give(n, in_order(n, x, with_last(rank, axes), [&](const ItemPtr& ordered) {
         return step(n, "LayerNormalization", {ordered, gamma, beta},
                     {attribute("axis", rank - std::ssize(axes)),
                      attribute("epsilon", real(n, "epsilon", 1e-3))});
       }));
}

void rms_normalization(NodeContext& n) {
  const ItemPtr x = n.shared(0);
  const std::int64_t rank = rank_of(x);
  const Integers axes = normalised_axes(n, rank);
  const Integers order = with_last(rank, axes);
  if (!std::is_sorted(order.begin(), order.end()))
    NodeContext::refuse("its axes are not the last ones");
  give(n, step(n, "RMSNormalization", {x, need_weight(n, "scale")},
               {attribute("axis", rank - std::ssize(axes)),
                attribute("epsilon", real(n, "epsilon", 1e-6))}));
}

std::vector<Slot> rms_slots(const onnx::Node&) {
  return {{"scale", "vars/0"}};
}

void group_normalization(NodeContext& n) {
  const ItemPtr x = n.shared(0);
  const std::int64_t rank = rank_of(x), axis = n.position(n.integer("axis", -1), rank);
  if (axis != rank - 1 && axis != 1) NodeContext::refuse("its axis is neither the last nor 1");
  const bool last = axis == rank - 1;
  const ItemPtr second = tensorflow::channels_second(n, x, last);
  const std::int64_t channels = second->shape()[1], given = n.integer("groups", 32);
  const std::int64_t groups = given == -1 ? channels : given;
  const ItemPtr made =
      step(n, "GroupNormalization",
           {second, scale_or(n, "gamma", {channels}, x->dtype(), 1),
            scale_or(n, "beta", {channels}, x->dtype(), 0)},
           {attribute("num_groups", groups), attribute("epsilon", real(n, "epsilon", 1e-3))});
  give(n, tensorflow::channels_back(n, made, last));
}

void unit_normalization(NodeContext& n) {
  give(n, of_unit_length(n, n.shared(0), normalised_axes(n, rank_of(n.shared(0)))));
}

constexpr LayerRow rows[] = {
    {{"BatchNormalization", 1, 0, batch_normalization}, batch_slots},
    {{"GroupNormalization", 1, 0, group_normalization}, scale_slots},
    {{"LayerNormalization", 1, 0, layer_normalization}, scale_slots},
    {{"RMSNormalization", 1, 0, rms_normalization}, rms_slots},
    {{"UnitNormalization", 1, 0, unit_normalization}},
};

}  // namespace

std::span<const LayerRow> normalisation_layers() {
  return rows;
}

}  // namespace ng::keras
