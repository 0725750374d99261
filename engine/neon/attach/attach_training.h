// SPDX-License-Identifier: Apache-2.0
// Attaches a loss and an optimizer to an output of a model, which trains its variables further.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/op.h"

namespace ng::neon {

struct LossRow {
  const char* name;
  const char* title;
  bool classes;  // the target holds numbers of classes, without the class axis
  // Per element of the target. `y` is the model's output, of logits or of probabilities.
  Op (*make)(const Op& y, const Op& target, const Axis& classes);
};
std::span<const LossRow> loss_table();
const LossRow* find_loss(std::string_view name);  // null: unknown

struct TrainingChoices {
  std::string loss = "cross_entropy";
  std::string optimizer = "adam";
  std::optional<double> learning_rate = {};  // default: that of the optimizer's row
  std::optional<Axis> classes = {};          // default: class_axis()
  std::vector<Op> variables = {};            // to train; default: all
};

// The axis of classes: the one that a softmax normalizes, else the first one of features where the
// batch comes last (K, N) or of pictures (N, C, H, W), else the last. Nullopt without features.
std::optional<Axis> class_axis(const Op& output);

struct TrainingStep {
  Op target;              // placeholder of what the output should be
  Op loss;                // scalar: the mean over all samples and elements
  Op step;                // one update of the variables
  std::vector<Op> state;  // of the optimizer
};

// Throws value Errors for unknown names, for an output of another type than floating point, and for
// a model without variables.
TrainingStep attach_training(const Op& output, const TrainingChoices& choices = {});

}  // namespace ng::neon
