// SPDX-License-Identifier: Apache-2.0
// Biases and normalisations.
#include "engine/frontends/tensorflow/channel_order.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

// One element per channel.
ItemPtr along_channels(NodeContext& n, const ItemPtr& bias, std::int64_t rank, bool last) {
  if (rank_of(bias) != 1) NodeContext::refuse("its bias has another rank than 1");
  std::vector<std::int64_t> ones;
  for (std::int64_t i = 1; !last && i + 1 < rank; ++i) ones.push_back(i);
  return unsqueezed(n, bias, ones);
}

void bias_add(NodeContext& n) {
  const bool last = n.node.op_type == "BiasAddV1" || channels_last(n);
  const ItemPtr bias = along_channels(n, n.shared(1), n.rank(), last);
  give(n, step(n, "Add", {n.shared(0), bias}));
}

struct Moments {
  ItemPtr mean, variance;
};

// Over all dimensions but the second.
Moments moments(NodeContext& n, const ItemPtr& x) {
  std::vector<std::int64_t> axes{0};
  for (std::int64_t i = 2; i < rank_of(x); ++i) axes.push_back(i);
  const ItemPtr over = integers(axes), mean = step(n, "ReduceMean", {x, over});
  const ItemPtr centred = step(n, "Sub", {x, mean});
  const ItemPtr variance = step(n, "ReduceMean", {step(n, "Mul", {centred, centred}), over});
  return {squeezed(n, mean, axes), squeezed(n, variance, axes)};
}

// Mean and variance are inputs, or in training those of the batch.
void batch_norm(NodeContext& n) {
  const bool last = channels_last(n);
  const ItemPtr x = channels_second(n, n.shared(0), last);
  const double epsilon = n.number("epsilon", 1e-4);
  const bool trains = n.integer("is_training", 1) != 0;
  ItemPtr mean, variance;
  if (trains) {
    const Moments found = moments(n, x);
    mean = found.mean;
    variance = found.variance;
  } else {
    mean = n.shared(3);
    variance = n.shared(4);
    n.keep_untrained(3);
    n.keep_untrained(4);
  }
  const ItemPtr made = step(n, "BatchNormalization", {x, n.shared(1), n.shared(2), mean, variance},
                            {attribute("epsilon", epsilon)});
  give(n, channels_back(n, made, last));
  if (!trains) {
    give(n, mean, 1);
    give(n, variance, 2);
    return;
  }
  const Shape shape = x->shape();
  double count = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i != 1) count *= static_cast<double>(shape[i]);
  }
  give(n, mean, 1);
  const double sample = count > 1 ? count / (count - 1) : 1;
  if (n.wants(2)) give(n, step(n, "Mul", {variance, number(sample, variance->dtype())}), 2);
}

// x, mean, variance, beta, gamma.
void old_batch_norm(NodeContext& n) {
  const ItemPtr x = channels_second(n, n.shared(0), true);
  const bool scaled = flag(n, "scale_after_normalization");
  const ItemPtr gamma =
      scaled ? n.shared(4)
             : step(n, "Add",
                    {step(n, "Mul", {n.shared(3), number(0, n.dtype(3))}), number(1, n.dtype(3))});
  const ItemPtr made =
      step(n, "BatchNormalization", {x, gamma, n.shared(3), n.shared(1), n.shared(2)},
           {attribute("epsilon", n.number("variance_epsilon", 1e-3))});
  give(n, channels_back(n, made, true));
}

// Divided by (bias + alpha × sum of squares over neighbouring channels) ^ beta.
void local_response(NodeContext& n) {
  const ItemPtr x = channels_second(n, n.shared(0), true);
  const std::int64_t size = 2 * n.integer("depth_radius", 5) + 1;
  const double alpha = n.number("alpha", 1) * static_cast<double>(size);
  const ItemPtr made =
      step(n, "LRN", {x},
           {attribute("size", size), attribute("alpha", alpha),
            attribute("beta", n.number("beta", 0.5)), attribute("bias", n.number("bias", 1))});
  give(n, channels_back(n, made, true));
}

constexpr OpRow rows[] = {
    {"BatchNormWithGlobalNormalization", 1, 0, old_batch_norm},
    {"BiasAdd", 1, 0, bias_add},
    {"BiasAddV1", 1, 0, bias_add},
    {"FusedBatchNorm", 1, 0, batch_norm},
    {"FusedBatchNormV2", 1, 0, batch_norm},
    {"FusedBatchNormV3", 1, 0, batch_norm},
    {"LRN", 1, 0, local_response},
};

}  // namespace

std::span<const OpRow> normalisation_rows() {
  return rows;
}

}  // namespace ng::tensorflow
