// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/batch_norm.h"

namespace ng::neon {

BatchNorm::BatchNorm(BatchNormOptions options)
    : Layer("BatchNorm", options.name), options_(std::move(options)) {
  require_valid(options_);
}

void BatchNorm::require_valid(const BatchNormOptions& options) const {
  if (!(options.rho >= 0 && options.rho <= 1)) {
    fail("rho is out of range", std::to_string(options.rho), "0 to 1");
  }
  if (!(options.eps >= 0)) fail("eps is too small", std::to_string(options.eps), "0 or more");
}

void BatchNorm::set_options(BatchNormOptions options) {
  if (!own_parameters().empty()) {
    fail("the layer has been called already", {}, "options set before the first call",
         "set the value of its parameters by a transformer");
  }
  require_valid(options);
  options_ = std::move(options);
}

Op BatchNorm::build(const Op& in) {
  const auto channel = in.axes().channel_axis();
  const Axes kept = channel ? Axes(*channel) : in.axes().feature_axes();
  const Axes reduced = in.axes() - kept;
  if (reduced.empty()) {
    fail("batch normalization needs a batch or recurrent axis to average over",
         "(" + in.axes().text() + ")", "a batch axis", {}, ErrorKind::incompatible_axes);
  }
  const Op x = axes_with_order(in, kept + reduced);
  const Op gvar = state_of("gvar", kept, 1), gmean = state_of("gmean", kept, 0);
  const Op gamma = parameter_of("gamma", kept, neon::constant(options_.init_gamma), "weight");
  const Op beta = parameter_of("beta", kept, neon::constant(options_.init_beta), "bias");
  const Op rho = state_of("rho", {}, options_.rho);
  if (InferenceMode::on()) {
    return gamma * (x - gmean) / sqrt(gvar + options_.eps) + beta;
  }
  const Op batch_mean = mean(x, out_axes(kept)), batch_variance = variance(x, out_axes(kept));
  const Op y = gamma * (x - batch_mean) / sqrt(batch_variance + options_.eps) + beta;
  return ng::sequential({assign(gmean, gmean * rho + batch_mean * (1.0 - rho)),
                         assign(gvar, gvar * rho + batch_variance * (1.0 - rho)), y});
}

void BatchNorm::set_tuning_iteration(Transformer& transformer, std::int64_t i) const {
  const auto n = static_cast<double>(i);
  transformer.set_value(parameter("rho"), Tensor(n / (n + 1)));
}

LayerOf<BatchNorm> batch_norm(BatchNormOptions options, Operand::Where line) {
  return make_layer<BatchNorm>(line, std::move(options));
}

Dropout::Dropout(DropoutOptions options)
    : Layer("Dropout", options.name), options_(std::move(options)) {
  if (!(options_.keep >= 0 && options_.keep <= 1)) {
    fail("keep is out of range", std::to_string(options_.keep), "0 to 1");
  }
}

Op Dropout::build(const Op& in) {
  if (InferenceMode::on()) return in * options_.keep;
  const Axes axes = options_.per_sample ? in.axes() : in.axes().sample_axes();
  const Op mask = state_of("mask", axes, 0);
  const Op stays = less_equal(ng::uniform(mask), options_.keep);
  // The gradient of mask * in would read the mask when it is evaluated, perhaps after the next
  // draw.
  return ng::sequential({assign(mask, stays), stays * in});
}

LayerOf<Dropout> dropout(DropoutOptions options, Operand::Where line) {
  return make_layer<Dropout>(line, std::move(options));
}

}  // namespace ng::neon
