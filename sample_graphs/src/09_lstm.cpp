// SPDX-License-Identifier: Apache-2.0
// Writes 09_lstm.ngraph: classification of noisy curves of three classes by an LSTM.
// The time axis is a scan: one step in the document, for any length.
#include "engine/ngraph.h"
#include "sample_graphs/src/sample.h"

namespace {

ng::Op weights(const ng::Axes& axes, double size, const std::string& name) {
  return ng::variable(axes, sample::uneven(axes, size)).named(name);
}

// One gate of the cell: an affine layer over the input and the previous state.
struct Gate {
  Gate(const ng::Axis& h, const ng::Axis& h_before, const ng::Axis& f, double bias,
       const std::string& name)
      : W(weights({h, f}, 0.4, "W_" + name)),
        R(weights({h, h_before}, 0.3, "R_" + name)),
        b(ng::variable({h}, bias).named("b_" + name)) {}
  ng::Op operator()(const ng::Op& point, const ng::Op& state) const {
    return ng::dot(W, point) + ng::dot(R, state) + b;
  }
  ng::Op W, R, b;
};

}  // namespace

int main(int argc, char** argv) {
  const ng::Axis ax_T = ng::make_axis(20, "REC"), ax_F = ng::make_axis(2, "F");
  const ng::Axis ax_N = ng::make_axis(50, "N"), ax_Y = ng::make_axis(3, "Y");
  const ng::Axis ax_H = ng::make_axis(10, "H"), ax_H_before = ng::make_axis(10, "H_before");

  const ng::Op alpha = ng::placeholder({}).named("alpha");
  const ng::Op X = ng::placeholder({ax_T, ax_F, ax_N}).named("X");
  const ng::Op Y = ng::placeholder({ax_N}).named("Y");

  const Gate forget(ax_H, ax_H_before, ax_F, 1, "forget"),
      input(ax_H, ax_H_before, ax_F, 0, "input");
  const Gate output(ax_H, ax_H_before, ax_F, 0, "output"), cell(ax_H, ax_H_before, ax_F, 0, "cell");
  const ng::Op nothing = ng::constant(ng::Tensor(0.0), {ax_H, ax_N});

  const ng::ScanResult lstm =
      ng::scan(ax_T, {nothing, nothing}, {X},
               [&](const std::vector<ng::Op>& states, const std::vector<ng::Op>& elements) {
                 const ng::Op before = ng::cast_axes(states[0], {ax_H_before, ax_N});
                 const ng::Op& point = elements[0];
                 const ng::Op c = ng::sigmoid(forget(point, before)) * states[1] +
                                  ng::sigmoid(input(point, before)) * ng::tanh(cell(point, before));
                 const ng::Op h = ng::sigmoid(output(point, before)) * ng::tanh(c.named("c"));
                 return ng::ScanStep{{h.named("h"), c}, {}};
               });

  const ng::Op W = weights({ax_Y, ax_H}, 0.4, "W"), b = ng::variable({ax_Y}, 0.0).named("b");
  const ng::Op Y_hat = ng::softmax(ng::dot(W, lstm.states[0]) + b, ng::Axes(ax_Y)).named("Y_hat");
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
  document.title = "A long short-term memory";
  document.description =
      "Three kinds of noisy curves of 20 points, read one point at a time by ten cells. Trained "
      "for 10 epochs of 20 batches of 50; after each epoch a second computation gives the "
      "misclassified fraction of 4 held-out batches.";
  document.computations = {
      ng::computation({L, all_updates}, {alpha, X, Y}).named("update"),
      ng::computation({wrong}, {X, Y}, ng::Returns::single).named("evaluate"),
  };
  ng::RunPlan plan = sample::train_on_mixture("update", {20, 2});
  plan.batches = 20;
  plan.data.front().probabilities = {0.4, 0.3, 0.3};
  plan.data.front().batch = 50;
  plan.data.front().parts = {{"train", 20}};
  plan.bindings.front() = sample::fed_by_schedule("alpha", "0.6/(1+epoch/4)");
  sample::evaluate_after_epochs(plan, "evaluate");
  plan.evaluations.front().name = "wrong";
  plan.evaluations.front().reduction = "mean";
  plan.plots.back().series = "wrong";
  plan.plots.back().y_title = "misclassified fraction of held-out data";
  document.plan = plan;
  return sample::write(document, argc, argv, __FILE__);
}
