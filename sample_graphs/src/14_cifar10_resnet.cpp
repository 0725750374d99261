// SPDX-License-Identifier: Apache-2.0
// Writes 14_cifar10_resnet.ngraph: a residual network on CIFAR-10 (He, Zhang, Ren, Sun: "Deep
// residual learning for image recognition", 2015).
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

namespace {

constexpr int modules = 3;  // per stage: 6 * modules + 2 layers in total

LayerPtr three_by_three(std::int64_t filters, std::int64_t stride, bool activated) {
  return convolution({.filter_shape = {3, 3, filters},
                      .filter_init = kaiming(),
                      .strides = stride,
                      .padding = 1,
                      .activation = activated ? rectlin() : identity(),
                      .batch_norm = true});
}

// Two convolutions with a shortcut, which has a 1 x 1 convolution if the image size changes.
LayerPtr module(std::int64_t filters, std::int64_t stride) {
  const auto path = sequential(
      {three_by_three(filters, stride, true), three_by_three(filters, 1, false)}, "path");
  LayerPtr cut;
  if (stride > 1) {
    cut = convolution({.filter_shape = {1, 1, filters},
                       .filter_init = kaiming(),
                       .strides = stride,
                       .name = "cut"});
  }
  return sequential({residual(path, cut, "sum"), activation(rectlin())}, "residual");
}

}  // namespace

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::coloured_pictures(50);
  const ng::Axis ax_Y = ng::make_axis(10, "Y");
  Layers layers{preprocess(sample::without_mean), three_by_three(16, 1, true)};
  for (const std::int64_t filters : {16, 32, 64}) {
    for (int i = 0; i < modules; ++i) {
      layers.push_back(module(filters, filters > 16 && i == 0 ? 2 : 1));
    }
  }
  layers.push_back(pooling({.pool_shape = {8, 8}, .pool_type = "avg"}));
  layers.push_back(
      affine({.weight_init = kaiming(), .axes = ax_Y, .activation = softmax(), .name = "top"}));
  const auto net = sequential(layers, "resnet");

  const ng::Op epoch = ng::placeholder({}).named("epoch");
  MomentumOptions options;
  options.momentum_coef = 0.9;
  options.wdecay = 1e-4;
  options.iteration = epoch;
  GradientDescentMomentum optimizer(ScheduleRate{0.02, {0.1}, {84, 124}}, options);

  sample::Trained trained = sample::classifier(feeds, ax_Y);
  trained.title = "A residual net of 20 layers on CIFAR-10";
  trained.description =
      "Three stages of three residual modules with 16, 32 and 64 filters; batch normalization, "
      "momentum 0.9, weight decay 0.0001, and a rate of 0.02 that falls to a tenth after epochs 84 "
      "and 124. (The original takes 0.1; with batches of 50 of the small set it learns slower.)";
  trained.epochs = 2;
  trained.rate_input = epoch;
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
