// SPDX-License-Identifier: Apache-2.0
// Writes 10_mnist_mlp.ngraph: a multilayer perceptron with one hidden layer on MNIST.
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::digits(128);
  const ng::Axis ax_Y = ng::make_axis(10, "Y");
  const auto net = sequential(
      {preprocess([](const ng::Op& x) { return x / 255.0; }),
       affine({.weight_init = gaussian(), .nout = 100, .activation = rectlin(), .name = "hidden"}),
       affine({.weight_init = gaussian(), .axes = ax_Y, .activation = logistic(), .name = "top"})},
      "mlp");
  MomentumOptions options;
  options.momentum_coef = 0.9;
  GradientDescentMomentum optimizer(0.1, options);

  sample::Trained trained = sample::classifier(feeds, ax_Y);
  trained.title = "A net with one hidden layer on MNIST";
  trained.description =
      "784 pixels, 100 rectified units, 10 logistic outputs with binary cross-entropy, momentum "
      "0.9 "
      "at rate 0.1. Without MNIST's own files it learns from 4,000 drawn digits that look like "
      "them; "
      "ngraph run --data mnist=FOLDER takes MNIST's.";
  trained.cost = [&](const ng::Op& output) {
    return ng::cross_entropy_binary(output, ng::one_hot(feeds.target, ax_Y));
  };
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
