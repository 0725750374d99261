// SPDX-License-Identifier: Apache-2.0
// What the programs that write trained networks share: a document with a step of training and an
// evaluation, fed by a data set.
#pragma once

#include <functional>

#include "engine/neon/neon.h"
#include "engine/neon/optimizers/optimizer.h"
#include "sample_graphs/src/sample.h"

namespace sample {

// A data set of the plan under its own name ("mnist"), from the user's folder or its look-alike;
// the training part in another order at each epoch. The vocabulary of a
// text is as long as the axis "V".
ng::PlanData data_set(const std::string& set);

// Inputs and targets of a network, and what a plan feeds them: "mnist.train.image".
struct Feeds {
  ng::Op input, target;
  std::string set, input_array, target_array;
  std::string evaluated_part = "test";
};

// Pictures as MNIST's or CIFAR-10's, bytes, over (H, W, N) or (C, H, W, N), and their labels.
Feeds digits(std::int64_t batch);
Feeds coloured_pictures(std::int64_t batch);
// Windows of text, over (REC, N), and what follows each sign.
Feeds text(const std::string& set, std::int64_t time_steps, std::int64_t batch);

// How many different signs the set's look-alike has.
std::int64_t vocabulary(const std::string& set);

struct Trained {
  std::string title, description;
  std::int64_t epochs = 10;
  // Cost of each sample from the net's output.
  std::function<ng::Op(const ng::Op& output)> cost;
  // Of each sample, from the output and its cost; the evaluation reduces it over the part.
  std::function<ng::Op(const ng::Op& output, const ng::Op& cost)> metric;
  std::string metric_name, metric_title;
  std::string reduction = "mean";
  ng::Op rate_input = {};  // a placeholder called "epoch" or "iteration", which it is fed, if any
};

// "update": the loss of a batch and a step of the optimizer; "evaluate": the metric, in inference
// mode.
ng::Document trained_document(const Feeds& feeds, const ng::neon::LayerPtr& net,
                              ng::neon::Optimizer& optimizer, const Trained& trained);

// Of a classifier: cross-entropy of the classes, evaluated by the part told wrong.
Trained classifier(const Feeds& feeds, const ng::Axis& classes);
// Of a net that tells what follows: cross-entropy, evaluated by its perplexity.
Trained predictor(const Feeds& feeds, const ng::Axis& signs);

// Colours as CIFAR-10's nets take them: 0 to 1, less the mean of each.
ng::Op without_mean(const ng::Op& picture);

}  // namespace sample
