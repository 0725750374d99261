// SPDX-License-Identifier: Apache-2.0
#include "sample_graphs/src/sample.h"

#include <cmath>
#include <cstdio>
#include <filesystem>

namespace sample {

using ng::PlanBinding;

ng::RunPlan train_on_mixture(const std::string& computation, const ng::Shape& sample_shape) {
  ng::PlanData mixture;
  mixture.name = "mixture";
  mixture.probabilities = {0.5, 0.5};
  mixture.shape = sample_shape;
  mixture.batch = 128;
  mixture.parts = {{"train", 10}};

  ng::PlanPlot loss;
  loss.series = "L";
  loss.title = "loss";
  loss.x_title = "iteration";
  loss.y_title = "batch loss";

  ng::RunPlan plan;
  plan.computation = computation;
  plan.epochs = 10;
  plan.batches = 10;
  plan.data = {mixture};
  plan.bindings = {fed_by_schedule("alpha", "5/(1+epoch)"), fed_by_data("X", "mixture.train.xs"),
                   fed_by_data("Y", "mixture.train.ys")};
  plan.plots = {loss};
  return plan;
}

void evaluate_after_epochs(ng::RunPlan& plan, const std::string& computation) {
  plan.data.front().parts.push_back({"evaluation", 4});

  ng::PlanEvaluation evaluation;
  evaluation.name = "avg loss";
  evaluation.computation = computation;
  evaluation.batches = 4;
  evaluation.bindings = {fed_by_data("X", "mixture.evaluation.xs"),
                         fed_by_data("Y", "mixture.evaluation.ys")};
  evaluation.reduction = "sum/128";
  plan.evaluations = {evaluation};

  ng::PlanPlot plot;
  plot.series = "avg loss";
  plot.x_title = "epoch";
  plot.y_title = "loss on held-out data";
  plan.plots.push_back(plot);
}

PlanBinding fed_by_value(const std::string& placeholder, double value) {
  PlanBinding binding;
  binding.placeholder = placeholder;
  binding.value.value = ng::Tensor(ng::DType::f64, {});
  binding.value.value.set(0, value);
  return binding;
}

PlanBinding fed_by_schedule(const std::string& placeholder, const std::string& schedule) {
  PlanBinding binding;
  binding.placeholder = placeholder;
  binding.source = PlanBinding::Source::schedule;
  binding.schedule = schedule;
  return binding;
}

PlanBinding fed_by_data(const std::string& placeholder, const std::string& data) {
  PlanBinding binding;
  binding.placeholder = placeholder;
  binding.source = PlanBinding::Source::data;
  binding.data = data;
  return binding;
}

PlanBinding fed_by_file(const std::string& placeholder, const std::string& file) {
  PlanBinding binding;
  binding.placeholder = placeholder;
  binding.source = PlanBinding::Source::file;
  binding.file = file;
  return binding;
}

ng::Tensor uneven(const ng::Axes& axes, double size, std::int64_t period) {
  ng::Tensor start(ng::DType::f32, axes.lengths());
  for (std::int64_t i = 0; i < start.size(); ++i) {
    start.set(i, size * std::sin(1.0 + static_cast<double>(i * i % period)));
  }
  return start;
}

std::string folder_of(int argc, char** argv) {
  return argc > 1 ? std::filesystem::absolute(argv[1]).parent_path().string() : "sample_graphs";
}

int failed(const ng::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

int write(ng::Document& document, int argc, char** argv, const std::string& source) {
  const std::string name = std::filesystem::path(source).stem().string() + ".ngraph";
  document.made_by = source;
  try {
    ng::save_document(document, argc > 1 ? argv[1] : "sample_graphs/" + name);
  } catch (const ng::Error& error) {
    return failed(error);
  }
  return 0;
}

}  // namespace sample
