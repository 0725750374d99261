// SPDX-License-Identifier: Apache-2.0
// Normalisation by batches, layers, groups and instances.
#include <algorithm>
#include <numeric>

#include "engine/frontends/pytorch/norms.h"

namespace ng::pytorch {
namespace {

std::int64_t channels_of(const ItemPtr& x) {
  if (rank_of(x) < 2) NodeContext::refuse("its input has no channels");
  return x->shape().at(1);
}

ItemPtr or_filled(NodeContext& n, const char* name, const Integers& shape, double value,
                  DType type) {
  const ItemPtr given = tensor(n, name);
  return given ? given : filled(n, shape, value, type);
}

// Normalised channels; the mean and variance of the batch, if it normalises by these.
std::vector<ItemPtr> normalised(NodeContext& n, const ItemPtr& mean, const ItemPtr& variance,
                                bool by_batch) {
  const ItemPtr x = need_tensor(n, "input");
  const std::int64_t channels = channels_of(x);
  const DType type = x->dtype();
  return steps(n, "BatchNormalization",
               {x, or_filled(n, "weight", {channels}, 1, type),
                or_filled(n, "bias", {channels}, 0, type), mean, variance},
               {attribute("epsilon", real_of(n, "eps", 1e-5)), attribute("momentum", 0.0),
                attribute("training_mode", std::int64_t{by_batch})},
               by_batch ? 3 : 1);
}

// `old` moved towards `now`, which is multiplied by `scale` first.
ItemPtr moved(NodeContext& n, const ItemPtr& old, const ItemPtr& now, double scale) {
  const double momentum = real_of(n, "momentum", 0.1);
  const ItemPtr kept = step(n, "Mul", {old, like(old, 1 - momentum)});
  const ItemPtr added = step(n, "Mul", {now, like(now, momentum * scale)});
  return step(n, "Add", {kept, cast(n, added, old->dtype())});
}

// The running variance takes that of a sample: its sum over one element less.
double unbiased(const ItemPtr& x) {
  const Shape shape = x->shape();
  const std::int64_t count = element_count(shape) / std::max<std::int64_t>(shape[1], 1);
  if (count < 2) NodeContext::refuse("its batch has one value per channel");
  return static_cast<double>(count) / static_cast<double>(count - 1);
}

// By the statistics of the batch. The new ones of the module are results from `first` on.
void batch_norm_in_training(NodeContext& n, std::size_t first) {
  const ItemPtr x = need_tensor(n, "input");
  const ItemPtr unread = filled(n, {channels_of(x)}, 0, DType::f32);
  const std::vector<ItemPtr> made = normalised(n, unread, unread, true);
  give(n, made[0]);
  if (n.wants(first)) give(n, moved(n, need_tensor(n, "running_mean"), made[1], 1), first);
  if (n.wants(first + 1))
    give(n, moved(n, need_tensor(n, "running_var"), made[2], unbiased(x)), first + 1);
}

// With the statistics of the module, unless it trains or has none.
void batch_norm(NodeContext& n) {
  if (flag_of(n, "training", false) || !tensor(n, "running_mean"))
    return batch_norm_in_training(n, 1);
  give(n, normalised(n, need_tensor(n, "running_mean"), need_tensor(n, "running_var"), false)[0]);
}

// Its results 1 and 2 are the mean and 1 / deviation of the batch.
void batch_norm_functional(NodeContext& n) {
  if (n.wants(1) || n.wants(2)) NodeContext::refuse("its statistics are not imported");
  if (!flag_of(n, "training", false))
    NodeContext::refuse("it changes statistics that it does not compute");
  batch_norm_in_training(n, 3);
}

void layer_norm(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "input");
  const Integers shape = ints_of(n, "normalized_shape");
  if (n.wants(1) || n.wants(2)) NodeContext::refuse("its statistics are not imported");
  if (shape.empty() || std::ssize(shape) > rank_of(x))
    NodeContext::refuse("its normalized_shape does not fit its input");
  give(n, step(n, "LayerNormalization",
               {x, or_filled(n, "weight", shape, 1, x->dtype()), tensor(n, "bias")},
               {attribute("axis", -std::ssize(shape)),
                attribute("epsilon", real_of(n, "eps", 1e-5))}));
}

double smallest_step(DType type) {
  return type == DType::f64    ? 2.220446049250313e-16
         : type == DType::f16  ? 9.765625e-4
         : type == DType::bf16 ? 7.8125e-3
                               : 1.1920928955078125e-7;
}

void rms_norm(NodeContext& n) {
  const ItemPtr given = need_tensor(n, "input");
  const DType type = given->dtype();
  const ItemPtr x = wide(n, given);
  const Integers shape = ints_of(n, "normalized_shape");
  Integers dims(shape.size());
  std::iota(dims.begin(), dims.end(), rank_of(x) - std::ssize(shape));
  const ItemPtr mean = step(n, "ReduceMean", {step(n, "Mul", {x, x}), integers(dims)},
                            {attribute("keepdims", std::int64_t{1})});
  const double eps = real_of(n, "eps", smallest_step(type));
  const ItemPtr size = step(n, "Sqrt", {step(n, "Add", {mean, number(eps, x->dtype())})});
  const ItemPtr made = cast(n, step(n, "Div", {x, size}), type), weight = tensor(n, "weight");
  give(n, weight ? step(n, "Mul", {made, weight}) : made);
}

// Groups of channels: the mean and variance of each, over its elements.
void group_norm(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "input");
  const std::int64_t groups = int_of(n, has(n, "group") ? "group" : "num_groups", 1);
  if (n.wants(1) || n.wants(2)) NodeContext::refuse("its statistics are not imported");
  const std::int64_t channels = channels_of(x);
  if (groups < 1 || channels % groups != 0) NodeContext::refuse("its groups do not fit");
  give(n, step(n, "GroupNormalization",
               {x, or_filled(n, "weight", {channels}, 1, x->dtype()),
                or_filled(n, "bias", {channels}, 0, x->dtype())},
               {attribute("num_groups", groups), attribute("epsilon", real_of(n, "eps", 1e-5))}));
}

// A weight v whose norms, of all elements with one position in a dimension or, with -1, of all, are
// g.
void weight_norm(NodeContext& n) {
  const ItemPtr v = need_tensor(n, "v"), g = need_tensor(n, "g");
  const std::int64_t dim = int_of(n, "dim", 0);
  const std::int64_t apart = dim == -1 ? -1 : n.position(dim, rank_of(v));
  Integers dims;
  for (std::int64_t i = 0; i < rank_of(v); ++i)
    if (i != apart) dims.push_back(i);
  const ItemPtr norm = norm_along(n, v, dims, apart >= 0, 2);
  give(n, step(n, "Mul", {v, step(n, "Div", {g, norm})}));
  if (n.wants(1)) give(n, norm, 1);
}

void instance_norm(NodeContext& n) {
  const ItemPtr x = need_tensor(n, "input");
  const std::int64_t channels = channels_of(x);
  if (!flag_of(n, "use_input_stats", true)) return batch_norm(n);
  give(n, step(n, "InstanceNormalization",
               {x, or_filled(n, "weight", {channels}, 1, x->dtype()),
                or_filled(n, "bias", {channels}, 0, x->dtype())},
               {attribute("epsilon", real_of(n, "eps", 1e-5))}));
}

constexpr OpRow rows[] = {
    {"_native_batch_norm_legit.no_stats", 1, 0, batch_norm},
    {"_native_batch_norm_legit_functional", 1, 0, batch_norm_functional},
    {"_native_batch_norm_legit_no_training", 1, 0, batch_norm},
    {"_weight_norm", 1, 0, weight_norm},
    {"_weight_norm_interface", 1, 0, weight_norm},
    {"batch_norm", 1, 0, batch_norm},
    {"group_norm", 1, 0, group_norm},
    {"instance_norm", 1, 0, instance_norm},
    {"layer_norm", 1, 0, layer_norm},
    {"native_group_norm", 1, 0, group_norm},
    {"native_layer_norm", 1, 0, layer_norm},
    {"rms_norm", 1, 0, rms_norm},
};

}  // namespace

std::span<const OpRow> normalisation_rows() {
  return rows;
}

}  // namespace ng::pytorch
