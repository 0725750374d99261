// SPDX-License-Identifier: Apache-2.0
// Common parts of the programs that write trained networks: a document with a training step and an
// evaluation, fed by a data set.
#pragma once

#include <functional>

#include "engine/neon/neon.h"
#include "engine/neon/optimizers/optimizer.h"
#include "sample_graphs/src/sample.h"

namespace sample {

// Plan data of a set under its own name ("mnist"), from the user's folder or synthetic.
// The training part is shuffled in each epoch. The vocabulary of a text has
// the length of the axis "V".
ng::PlanData data_set(const std::string& set);

// Inputs and targets of a network, and their sources in a plan such as "mnist.train.image".
struct Feeds {
  ng::Op input, target;
  std::string set, input_array, target_array;
  std::string evaluated_part = "test";
};

// Images of MNIST or CIFAR-10 as bytes, over (H, W, N) or (C, H, W, N), and their labels.
Feeds digits(std::int64_t batch);
Feeds coloured_pictures(std::int64_t batch);
// Windows of text over (REC, N), and their next tokens.
Feeds text(const std::string& set, std::int64_t time_steps, std::int64_t batch);

// Vocabulary size of the synthetic set.
std::int64_t vocabulary(const std::string& set);

struct Trained {
  std::string title, description;
  std::int64_t epochs = 10;
  // Cost of each sample, from the network's output.
  std::function<ng::Op(const ng::Op& output)> cost;
  // Metric of each sample, from the output and its cost; the evaluation reduces it.
  std::function<ng::Op(const ng::Op& output, const ng::Op& cost)> metric;
  std::string metric_name, metric_title;
  std::string reduction = "mean";
  ng::Op rate_input = {};  // placeholder "epoch" or "iteration" for the learning rate, if any
};

// Document with "update", the loss of a batch and an optimizer step, and "evaluate", the metric in
// inference mode.
ng::Document trained_document(const Feeds& feeds, const ng::neon::LayerPtr& net,
                              ng::neon::Optimizer& optimizer, const Trained& trained);

// Classifier: cross-entropy of the classes, evaluated by the misclassification rate.
Trained classifier(const Feeds& feeds, const ng::Axis& classes);
// Language model: cross-entropy of the next token, evaluated by perplexity.
Trained predictor(const Feeds& feeds, const ng::Axis& signs);

// Pixels scaled to 0..1 minus the mean of each colour.
ng::Op without_mean(const ng::Op& picture);

}  // namespace sample
