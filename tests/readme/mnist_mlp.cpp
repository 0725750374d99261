// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "engine/neon/data/array_iterator.h"
#include "engine/neon/data/data_set_table.h"
#include "engine/neon/neon.h"
#include "engine/neon/optimizers/gradient_descent_momentum.h"
#include "engine/neon/training/loops.h"
#include "engine/neon/training/metrics.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "";  // of MNIST's files; default: synthetic data
  const DataSet mnist = load_data_set(*data_set_named("mnist"), folder, 0);
  ArrayIterator train(mnist.part("train"), 125, {.total_iterations = 320, .shuffle = 0});
  ArrayIterator test(mnist.part("test"), 125);
  const auto inputs = train.make_placeholders();

  const ng::Axis Y = ng::make_axis(10, "Y");
  const auto net = sequential({preprocess([](const ng::Op& x) { return x / 255.0; }),
                               affine({.nout = 100, .activation = rectlin()}),
                               affine({.axes = Y, .activation = logistic()})});
  const ng::Op y = net(inputs.at("image")), label = inputs.at("label");
  const ng::Op cost = ng::cross_entropy_binary(y, ng::one_hot(label, Y));
  MomentumOptions options;
  options.momentum_coef = 0.9;
  GradientDescentMomentum optimizer(0.1, options);
  const ng::Op step = ng::sequential({optimizer(cost), batch_mean(cost)});

  const auto transformer = ng::make_transformer();
  const auto training = make_bound_computation(transformer, {{"batch_cost", step}}, inputs);
  const auto evaluation =
      make_bound_computation(transformer, {{"wrong", misclassification(y, label)}}, inputs);
  auto callbacks = make_default_callbacks(training, {.total_iterations = 320, .frequency = 80});
  loop_train(train, training, callbacks);
  std::cout << "misclassified: " << loop_eval(test, evaluation).at("wrong") << "\n";
}
