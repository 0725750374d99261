// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/attach/attach_training.h"

#include "engine/base/error.h"
#include "engine/base/quote.h"
#include "engine/graph/op_def.h"
#include "engine/neon/optimizers/optimizer_table.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/one_hot.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/state.h"

namespace ng::neon {
namespace {

// The pass stable_patterns computes both losses from the logits.
Op cross_entropy(const Op& y, const Op& target, const Axis& classes) {
  const std::optional<Axes> normalized = softmax_axes(y.node());
  const bool probabilities = normalized && normalized->contains(classes);
  const Op p = probabilities ? y : softmax(y, Axes{classes});
  return cross_entropy_multi(p, one_hot(target, classes), reduce_over(Axes{classes}));
}

Op binary_cross_entropy(const Op& y, const Op& target, const Axis&) {
  const Op p = applies(y.node(), kernel::Fn::sigmoid) ? y : sigmoid(y);
  return cross_entropy_binary_inner(p, target);
}

Op squared_error(const Op& y, const Op& target, const Axis&) {
  return square(y - target);
}

Op absolute_error(const Op& y, const Op& target, const Axis&) {
  return absolute(y - target);
}

constexpr LossRow rows[] = {
    {"cross_entropy", "Cross-entropy of classes", true, cross_entropy},
    {"binary_cross_entropy", "Binary cross-entropy", false, binary_cross_entropy},
    {"mean_squared_error", "Mean squared error", false, squared_error},
    {"mean_absolute_error", "Mean absolute error", false, absolute_error},
};

[[noreturn]] void fail(std::string what, std::string found, std::string expected) {
  Diagnostic diagnostic;
  diagnostic.what = "training cannot be attached: " + std::move(what);
  diagnostic.found = std::move(found);
  diagnostic.expected = std::move(expected);
  refuse(ErrorKind::value, std::move(diagnostic));
}

template <class Row>
const Row& row_named(std::span<const Row> table, const std::string& name, const char* kind) {
  std::string names;
  for (const Row& row : table) {
    if (name == row.name) return row;
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  fail("there is no " + std::string(kind) + " " + quote(name), name, names);
}

Axes without(const Axes& axes, const Axis& removed) {
  std::vector<Axis> rest;
  for (const Axis& axis : axes)
    if (axis != removed) rest.push_back(axis);
  return Axes(std::move(rest));
}

Axes batch_axes(const Axes& axes) {
  std::vector<Axis> batch;
  for (const Axis& axis : axes)
    if (axis.is_batch()) batch.push_back(axis);
  return Axes(std::move(batch));
}

}  // namespace

std::span<const LossRow> loss_table() {
  return rows;
}

const LossRow* find_loss(std::string_view name) {
  for (const LossRow& row : rows)
    if (name == row.name) return &row;
  return nullptr;
}

std::optional<Axis> class_axis(const Op& output) {
  const Axes& axes = output.axes();
  const Axes features = axes.feature_axes();
  const std::optional<Axes> normalized = softmax_axes(output.node());
  if (normalized && normalized->size() == 1 && features.contains((*normalized)[0]))
    return (*normalized)[0];
  if (features.empty()) return std::nullopt;
  const bool first = axes.size() > 3 || axes[axes.size() - 1].is_batch();
  return first ? features[0] : features[features.size() - 1];
}

TrainingStep attach_training(const Op& output, const TrainingChoices& choices) {
  const LossRow& loss = row_named(loss_table(), choices.loss, "loss");
  const OptimizerRow& optimizer = row_named(optimizer_table(), choices.optimizer, "optimizer");
  if (!is_float(output.dtype()))
    fail("the output is not a floating-point value", std::string(name(output.dtype())),
         "logits, probabilities or numbers");
  const std::optional<Axis> classes = choices.classes ? choices.classes : class_axis(output);
  if (loss.classes && (!classes || !output.axes().contains(*classes)))
    fail("the output has no such axis of classes", output.graph_label(),
         "an axis of (" + output.axes().text() + ")");
  if (loss.classes && classes->is_batch())
    fail("classes are not along the batch", classes->label(), "an axis of one sample");
  TrainingStep made;
  made.target = loss.classes ? placeholder(without(output.axes(), *classes), DType::i64)
                             : placeholder(output.axes(), output.dtype());
  made.target.named("target");
  const Op errors = loss.make(output, made.target, classes.value_or(Axis()));
  // The optimizer sums over the batch and divides by its length.
  const Op cost = mean(errors, out_axes(batch_axes(errors.axes())));
  made.loss = mean(cost, out_axes({})).named("loss");
  const auto rule = optimizer.make(choices.learning_rate.value_or(optimizer.learning_rate));
  OptimizerTarget target;
  target.variables = choices.variables;
  made.step = (*rule)(cost, target).named("step");
  made.state = rule->state();
  return made;
}

}  // namespace ng::neon
