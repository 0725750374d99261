// SPDX-License-Identifier: Apache-2.0
// Writes 07_planted_nan.ngraph: softmax regression on samples normalized to length 1. One sample is
// all zeros, so that iteration 14 divides 0 by 0.
#include <filesystem>

#include "engine/formats/tensors/idx.h"
#include "engine/ngraph.h"
#include "sample_graphs/src/numbers.h"
#include "sample_graphs/src/sample.h"

namespace {

constexpr std::int64_t features = 4, batch = 32, batches = 20;
constexpr std::int64_t planted = 13 * batch + 17;  // sample 17 of the 14th batch

// Three classes; in each, another feature dominates.
void write_samples(const std::string& folder) {
  ng::Tensor xs(ng::DType::f32, {batches * batch, features});
  ng::Tensor ys(ng::DType::u8, {batches * batch});
  sample::Numbers numbers(3);
  for (std::int64_t n = 0; n < batches * batch; ++n) {
    const int klass = numbers(3);
    ys.set(n, klass);
    for (std::int64_t c = 0; c < features; ++c) {
      const double value = (c == klass ? 60 : 0) + numbers(80);
      xs.set(n * features + c, n == planted ? 0 : value / 64);
    }
  }
  std::filesystem::create_directories(folder);
  ng::write_idx(folder + "/samples.idx", xs);
  ng::write_idx(folder + "/classes.idx", ys);
}

ng::RunPlan plan() {
  ng::RunPlan plan;
  plan.computation = "update";
  plan.epochs = 3;
  plan.batches = batches;
  plan.bindings = {sample::fed_by_value("alpha", 0.5),
                   sample::fed_by_file("X", "planted_nan/samples.idx"),
                   sample::fed_by_file("Y", "planted_nan/classes.idx")};
  plan.plots = {{"L", "loss", "iteration", "batch loss"}};
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  const ng::Axis ax_N = ng::make_axis(batch, "N"), ax_C = ng::make_axis(features, "C");
  const ng::Axis ax_Y = ng::make_axis(3, "Y");

  const ng::Op alpha = ng::placeholder({}).named("alpha");
  const ng::Op X = ng::placeholder({ax_N, ax_C}).named("X");
  const ng::Op Y = ng::placeholder({ax_N}, ng::DType::u8).named("Y");

  const ng::Op length = ng::sqrt(ng::sum(X * X, ng::out_axes(ax_N))).named("length");
  const ng::Op unit = (X / length).named("unit");
  const ng::Op W = ng::variable({ax_Y, ax_C}, 0.0).named("W");
  const ng::Op b = ng::variable({ax_Y}, 0.0).named("b");
  const ng::Op Y_hat = ng::softmax(ng::dot(W, unit) + b, ng::Axes(ax_Y)).named("Y_hat");
  const ng::Op L =
      ng::mean(ng::cross_entropy_multi(Y_hat, ng::one_hot(Y, ax_Y), ng::out_axes(ax_N)),
               ng::out_axes({}))
          .named("L");

  std::vector<ng::Op> updates;
  for (const ng::Op& v : L.variables()) {
    updates.push_back(ng::assign(v, v - alpha * ng::deriv(L, v)));
  }
  const ng::Op all_updates = ng::doall(updates).named("all_updates");

  ng::Document document;
  document.title = "Finding a NaN";
  document.description =
      "Softmax regression on samples scaled to length 1. One sample of the 14th batch is all "
      "zeros: its length is 0, 'unit' divides 0 by 0, and from there everything is NaN. "
      "`ngraph run --stop-at-nan` ends there and names the op; so does the window.";
  document.computations = {ng::computation({L, W, all_updates}, {alpha, X, Y}).named("update")};
  document.plan = plan();
  try {
    write_samples(sample::folder_of(argc, argv) + "/planted_nan");
  } catch (const ng::Error& error) {
    return sample::failed(error);
  }
  return sample::write(document, argc, argv, __FILE__);
}
