// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/affine.h"

namespace ng::neon {
namespace {

Axes shadows(const Axes& axes) {
  std::vector<Axis> list;
  for (const Axis& axis : axes) list.push_back(make_shadow_axis(axis));
  return Axes(std::move(list));
}

}  // namespace

Linear::Linear(LinearOptions options)
    : Layer("Linear", options.name), options_(std::move(options)) {
  if (options_.nout.has_value() == options_.axes.has_value()) {
    fail("a linear layer needs either nout or axes", options_.nout ? "nout and axes" : "neither",
         "either nout, the length of a new axis, or axes");
  }
  if (options_.nout) {
    if (*options_.nout < 1) fail("nout is too small", std::to_string(*options_.nout), "1 or more");
    axes_ = make_axis(*options_.nout, options_.name);
    return;
  }
  axes_ = *options_.axes;
  require_output_axes();
}

void Linear::require_output_axes() const {
  for (const Axis& axis : axes_) {
    if (is_shadow_axis(axis)) {
      fail("shadow axes are only allowed in weights", axis.text(), "the axis itself");
    }
    if (!axis.has_length()) {
      fail("an output axis has no length", axis.name(), "axes with lengths");
    }
    if ((axis.is_batch() || axis.is_recurrent()) && !options_.keep_axes) {
      fail("the axes of a linear layer are its output's feature axes",
           std::string(axis.is_batch() ? "the batch" : "the recurrent") + " axis " + axis.text(),
           "feature axes; batch and recurrent axes are kept without keep_axes");
    }
  }
}

Op Linear::build(const Op& in) {
  const Axes stay =
      options_.keep_axes ? in.axes() & *options_.keep_axes : in.axes() - in.axes().feature_axes();
  const Axes inputs = in.axes() - stay;
  if (const Axes both = axes_ & stay; !both.empty()) {
    fail("an output axis is also a kept axis", both.text(), "other names", {},
         ErrorKind::incompatible_axes);
  }
  const Op W = parameter_of("W", shadows(axes_) + inputs, options_.init, "weight");
  const Op product = dot(W, in);
  return cast_axes(product, axes_ + (product.axes() - shadows(axes_)));
}

Op Bias::build(const Op& in) {
  const auto channel = in.axes().channel_axis();
  const Axes axes = options_.shared && channel ? Axes(*channel) : in.axes().feature_axes();
  return in + parameter_of("bias", axes, options_.init ? options_.init : constant(0), "bias");
}

Affine::Affine(AffineOptions options)
    : Layer("Affine", options.name), activation_(std::move(options.activation)) {
  if (options.batch_norm && options.bias_init) {
    fail("batch normalization has its own bias", "bias_init", "batch_norm or bias_init");
  }
  linear_ = std::make_shared<Linear>(LinearOptions{std::move(options.weight_init), options.nout,
                                                   options.axes, options.keep_axes, options.name});
  batch_norm_ = options.batch_norm.layer();
  if (!batch_norm_) {
    bias_ = std::make_shared<Bias>(BiasOptions{std::move(options.bias_init), true, {}});
  }
}

Layers Affine::layers() const {
  if (bias_) return {linear_, bias_};
  return {linear_, batch_norm_};
}

Op Affine::build(const Op& in) {
  const Op product = build_part(*linear_, in);
  const Op shifted = bias_ ? build_part(*bias_, product) : build_part(*batch_norm_, product);
  return activation_ ? activation_(shifted) : shifted;
}

LayerOf<Linear> linear(LinearOptions options, Operand::Where line) {
  return make_layer<Linear>(line, std::move(options));
}

LayerOf<Bias> bias(BiasOptions options, Operand::Where line) {
  return make_layer<Bias>(line, std::move(options));
}

LayerOf<Affine> affine(AffineOptions options, Operand::Where line) {
  return make_layer<Affine>(line, std::move(options));
}

}  // namespace ng::neon
