// SPDX-License-Identifier: Apache-2.0
// Writes 13_cifar10_conv.ngraph: a convolutional network on CIFAR-10.
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::coloured_pictures(50);
  const ng::Axis ax_Y = ng::make_axis(10, "Y");
  const auto net = sequential({preprocess(sample::without_mean),
                               convolution({.filter_shape = {5, 5, 16},
                                            .filter_init = uniform(-0.1, 0.1),
                                            .activation = rectlin()}),
                               pooling({.pool_shape = {2, 2}, .strides = 2}),
                               convolution({.filter_shape = {5, 5, 32},
                                            .filter_init = uniform(-0.1, 0.1),
                                            .activation = rectlin()}),
                               pooling({.pool_shape = {2, 2}, .strides = 2}),
                               affine({.weight_init = uniform(-0.1, 0.1),
                                       .nout = 500,
                                       .activation = rectlin(),
                                       .name = "hidden"}),
                               affine({.weight_init = uniform(-0.1, 0.1),
                                       .axes = ax_Y,
                                       .activation = softmax(),
                                       .name = "top"})},
                              "convnet");
  MomentumOptions options;
  options.momentum_coef = 0.9;
  GradientDescentMomentum optimizer(0.01, options);

  sample::Trained trained = sample::classifier(feeds, ax_Y);
  trained.title = "A convolutional net on CIFAR-10";
  trained.description =
      "16 and 32 filters of 5 x 5, each followed by the largest of 2 x 2, then 500 units and 10 "
      "classes; momentum 0.9 at rate 0.01.";
  trained.epochs = 8;
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
