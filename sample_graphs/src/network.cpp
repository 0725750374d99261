// SPDX-License-Identifier: Apache-2.0
#include "sample_graphs/src/network.h"

#include "engine/neon/data/data_set_table.h"
#include "engine/neon/training/metrics.h"

namespace sample {
namespace {

using ng::make_axis;

std::vector<ng::PlanBinding> bindings(const Feeds& feeds, const std::string& part) {
  const std::string of_part = feeds.set + "." + part + ".";
  return {fed_by_data(feeds.input.name(), of_part + feeds.input_array),
          fed_by_data(feeds.target.name(), of_part + feeds.target_array)};
}

Feeds pictures(const std::string& set, const ng::Axes& axes, const ng::Axis& batch) {
  return {ng::placeholder(axes + ng::Axes(batch), ng::DType::u8).named("image"),
          ng::placeholder(batch, ng::DType::u8).named("label"), set, "image", "label"};
}

}  // namespace

ng::PlanData data_set(const std::string& set) {
  ng::PlanData data;
  data.name = set;
  data.generator = set;
  data.shuffle = 0;
  if (ng::neon::data_set_named(set)->is_text) data.vocabulary = "V";
  return data;
}

Feeds digits(std::int64_t batch) {
  return pictures("mnist", {make_axis(28, "H"), make_axis(28, "W")}, make_axis(batch, "N"));
}

Feeds coloured_pictures(std::int64_t batch) {
  return pictures("cifar10", {make_axis(3, "C"), make_axis(32, "H"), make_axis(32, "W")},
                  make_axis(batch, "N"));
}

Feeds text(const std::string& set, std::int64_t time_steps, std::int64_t batch) {
  const ng::Axes axes{make_axis(time_steps, "REC"), make_axis(batch, "N")};
  return {ng::placeholder(axes, ng::DType::i32).named("text"),
          ng::placeholder(axes, ng::DType::i32).named("following"),
          set,
          "inputs",
          "targets",
          "valid"};
}

std::int64_t vocabulary(const std::string& set) {
  const auto* kind = ng::neon::data_set_named(set);
  return std::ssize(ng::neon::load_data_set(*kind, {}, 0).classes);
}

Trained classifier(const Feeds& feeds, const ng::Axis& classes) {
  Trained trained;
  trained.cost = [=](const ng::Op& output) {
    return ng::cross_entropy_multi(output, ng::one_hot(feeds.target, classes));
  };
  trained.metric = [=](const ng::Op& output, const ng::Op&) {
    return ng::neon::misclassification(output, feeds.target);
  };
  trained.metric_name = "wrong";
  trained.metric_title = "misclassified fraction of the test set";
  return trained;
}

Trained predictor(const Feeds& feeds, const ng::Axis& signs) {
  Trained trained;
  trained.cost = [=](const ng::Op& output) {
    return ng::cross_entropy_multi(output, ng::one_hot(feeds.target, signs));
  };
  trained.metric = [](const ng::Op&, const ng::Op& cost) { return cost; };
  trained.metric_name = "perplexity";
  trained.metric_title = "perplexity of the held-out text";
  trained.reduction = "exp(mean)";
  return trained;
}

ng::Op without_mean(const ng::Op& picture) {
  const ng::Axis& colours = picture.axes()[0];
  const ng::Tensor mean = ng::Tensor::from(
      ng::DType::f32, {3}, std::vector<double>{104 / 255.0, 119 / 255.0, 127 / 255.0});
  return picture / 255.0 - ng::constant(mean, ng::Axes(colours));
}

ng::Document trained_document(const Feeds& feeds, const ng::neon::LayerPtr& net,
                              ng::neon::Optimizer& optimizer, const Trained& trained) {
  const ng::Op cost = trained.cost(net(feeds.input));
  const ng::Op loss = ng::mean(cost, ng::out_axes({})).named("loss");
  const ng::Op step = ng::doall({optimizer(cost)}).named("step");
  ng::Op metric;
  {
    const ng::neon::InferenceMode inference;
    const ng::Op output = net(feeds.input);
    metric = trained.metric(output, trained.cost(output)).named(trained.metric_name);
  }

  ng::RunPlan plan;
  plan.computation = "update";
  plan.epochs = trained.epochs;
  plan.batches = 0;
  plan.data = {data_set(feeds.set)};
  plan.bindings = bindings(feeds, "train");
  std::vector<ng::Op> fed{feeds.input, feeds.target};
  if (trained.rate_input) {
    fed.push_back(trained.rate_input);
    const std::string name = trained.rate_input.name();
    plan.bindings.push_back(fed_by_schedule(name, name));
  }
  ng::PlanEvaluation evaluation;
  evaluation.name = trained.metric_name;
  evaluation.computation = "evaluate";
  evaluation.batches = 0;
  evaluation.bindings = bindings(feeds, feeds.evaluated_part);
  evaluation.reduction = trained.reduction;
  plan.evaluations = {evaluation};
  plan.plots = {{"loss", "loss", "iteration", "batch loss"},
                {trained.metric_name, "", "epoch", trained.metric_title}};

  ng::Document document;
  document.title = trained.title;
  document.description = trained.description;
  document.computations = {
      ng::computation({loss, step}, fed).named("update"),
      ng::computation({metric}, {feeds.input, feeds.target}, ng::Returns::single)
          .named("evaluate")};
  document.plan = plan;
  return document;
}

}  // namespace sample
