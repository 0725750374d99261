// SPDX-License-Identifier: Apache-2.0
// Writes 11_mnist_lenet.ngraph: two convolutions and two affine layers on MNIST.
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::digits(128);
  const ng::Axis ax_Y = ng::make_axis(10, "Y");
  const auto net = sequential(
      {preprocess([](const ng::Op& x) { return x / 255.0; }),
       convolution({.filter_shape = {5, 5, 20},
                    .filter_init = kaiming(),
                    .bias_init = constant(0),
                    .activation = rectlin()}),
       pooling({.pool_shape = {2, 2}, .strides = 2}),
       convolution({.filter_shape = {5, 5, 50},
                    .filter_init = kaiming(),
                    .bias_init = constant(0),
                    .activation = rectlin()}),
       pooling({.pool_shape = {2, 2}, .strides = 2}),
       affine({.weight_init = kaiming(), .nout = 500, .activation = rectlin(), .name = "hidden"}),
       affine({.weight_init = xavier(), .axes = ax_Y, .activation = softmax(), .name = "top"})},
      "lenet");
  MomentumOptions options;
  options.momentum_coef = 0.9;
  GradientDescentMomentum optimizer(0.01, options);

  sample::Trained trained = sample::classifier(feeds, ax_Y);
  trained.title = "LeNet on MNIST";
  trained.description =
      "20 and 50 filters of 5 x 5, each followed by the largest of 2 x 2, then 500 units and 10 "
      "classes; momentum 0.9 at rate 0.01.";
  trained.epochs = 5;
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
