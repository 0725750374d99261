// SPDX-License-Identifier: Apache-2.0
// Writes 12_cifar10_mlp.ngraph: a multilayer perceptron with one hidden layer on CIFAR-10.
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::coloured_pictures(128);
  const ng::Axis ax_Y = ng::make_axis(10, "Y");
  const auto net = sequential({preprocess(sample::without_mean),
                               affine({.weight_init = uniform(-0.1, 0.1),
                                       .nout = 200,
                                       .activation = rectlin(),
                                       .name = "hidden"}),
                               affine({.weight_init = uniform(-0.1, 0.1),
                                       .axes = ax_Y,
                                       .activation = softmax(),
                                       .name = "top"})},
                              "mlp");
  MomentumOptions options;
  options.momentum_coef = 0.9;
  GradientDescentMomentum optimizer(0.1, options);

  sample::Trained trained = sample::classifier(feeds, ax_Y);
  trained.title = "A net with one hidden layer on CIFAR-10";
  trained.description =
      "3,072 colours, 200 rectified units, 10 classes; momentum 0.9 at rate 0.1. What it learned "
      "at "
      "one place it does not know at another: compare 13_cifar10_conv. Without CIFAR-10's own "
      "files "
      "it learns from 4,000 drawn pictures.";
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
