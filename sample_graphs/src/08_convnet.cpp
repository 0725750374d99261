// SPDX-License-Identifier: Apache-2.0
// Writes 08_convnet.ngraph: classification of noisy 8 x 8 images of four classes
// by two convolutions with ReLU, max pooling, average pooling and a dense layer.
#include "engine/ngraph.h"
#include "sample_graphs/src/sample.h"

namespace {

ng::Op weights(const ng::Axes& axes, double size, const char* name) {
  return ng::variable(axes, sample::uneven(axes, size)).named(name);
}

ng::Op rectified(const ng::Op& x) {
  return ng::maximum(x, 0.0);
}

}  // namespace

int main(int argc, char** argv) {
  const ng::Axis ax_C = ng::make_axis(1, "C"), ax_D = ng::make_axis(1, "D");
  const ng::Axis ax_H = ng::make_axis(8, "H"), ax_W = ng::make_axis(8, "W");
  const ng::Axis ax_N = ng::make_axis(64, "N"), ax_Y = ng::make_axis(4, "Y");
  // Axes of the filters: taps, and the channels of the two layers.
  const ng::Axis ax_T = ng::make_axis(1, "T"), ax_R = ng::make_axis(3, "R");
  const ng::Axis ax_S = ng::make_axis(3, "S");
  const ng::Axis ax_K1 = ng::make_axis(6, "K1"), ax_K2 = ng::make_axis(12, "K2");

  const ng::Op alpha = ng::placeholder({}).named("alpha");
  const ng::Op X = ng::placeholder({ax_C, ax_D, ax_H, ax_W, ax_N}).named("X");
  const ng::Op Y = ng::placeholder({ax_N}).named("Y");

  const ng::WindowParams same = {{"pad_d", 0}, {"pad_h", 1}, {"pad_w", 1},
                                 {"str_d", 1}, {"str_h", 1}, {"str_w", 1},
                                 {"dil_d", 1}, {"dil_h", 1}, {"dil_w", 1}};
  const ng::WindowParams halves = {{"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},
                                   {"pad_c", 0}, {"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0},
                                   {"str_c", 1}, {"str_d", 1}, {"str_h", 2}, {"str_w", 2}};

  const ng::Op F1 = weights({ax_C, ax_T, ax_R, ax_S, ax_K1}, 0.3, "F1");
  const ng::Op b1 = ng::variable({ax_K1}, 0.0).named("b1");
  const ng::Op conv1 = ng::convolution(same, X, F1, ng::Axes{ax_K1, ax_D, ax_H, ax_W, ax_N});
  const ng::Op pool1 = ng::pooling("max", halves, rectified(conv1 + b1)).named("pool1");

  const ng::Op F2 = weights({ax_K1, ax_T, ax_R, ax_S, ax_K2}, 0.2, "F2");
  const ng::Op b2 = ng::variable({ax_K2}, 0.0).named("b2");
  const ng::Axes& half = pool1.axes();
  const ng::Op conv2 =
      ng::convolution(same, pool1, F2, ng::Axes{ax_K2, ax_D, half[2], half[3], ax_N});
  const ng::Op pool2 = ng::pooling("avg", halves, rectified(conv2 + b2)).named("pool2");

  const ng::Op W = weights(ng::Axes(ax_Y) + pool2.axes().sample_axes(), 0.2, "W");
  const ng::Op b = ng::variable({ax_Y}, 0.0).named("b");
  const ng::Op Y_hat = ng::softmax(ng::dot(W, pool2) + b, ng::Axes(ax_Y)).named("Y_hat");

  const ng::Op L =
      ng::mean(ng::cross_entropy_multi(Y_hat, ng::one_hot(Y, ax_Y), ng::out_axes(ax_N)),
               ng::out_axes({}))
          .named("L");
  const ng::Op wrong =
      ng::mean(ng::not_equal(ng::argmax(Y_hat, ng::out_axes(ax_N)), Y), ng::out_axes({}))
          .named("wrong");

  std::vector<ng::Op> updates;
  for (const ng::Op& v : L.variables()) {
    updates.push_back(ng::assign(v, v - alpha * ng::deriv(L, v)));
  }
  const ng::Op all_updates = ng::doall(updates).named("all_updates");

  ng::Document document;
  document.title = "A small convolutional net";
  document.description =
      "Four kinds of noisy 8 x 8 pictures, separated by two layers of 3 x 3 filters with pooling "
      "after each and a dense layer. Trained for 10 epochs of 20 batches of 64; after each epoch a "
      "second computation gives the misclassified fraction of 4 held-out batches.";
  document.computations = {
      ng::computation({L, all_updates}, {alpha, X, Y}).named("update"),
      ng::computation({wrong}, {X, Y}, ng::Returns::single).named("evaluate"),
  };
  ng::RunPlan plan = sample::train_on_mixture("update", {1, 1, 8, 8});
  plan.batches = 20;
  plan.data.front().probabilities = {0.25, 0.25, 0.25, 0.25};
  plan.data.front().batch = 64;
  plan.data.front().parts = {{"train", 20}};
  plan.bindings.front() = sample::fed_by_schedule("alpha", "0.4/(1+epoch/4)");
  sample::evaluate_after_epochs(plan, "evaluate");
  plan.evaluations.front().name = "wrong";
  plan.evaluations.front().reduction = "mean";
  plan.plots.back().series = "wrong";
  plan.plots.back().y_title = "misclassified fraction of held-out data";
  document.plan = plan;
  return sample::write(document, argc, argv, __FILE__);
}
