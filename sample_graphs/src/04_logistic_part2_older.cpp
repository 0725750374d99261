// SPDX-License-Identifier: Apache-2.0
// Writes 04_logistic_part2_older.ngraph: logistic regression of the older tutorial, with axes in a
// name scope and weights over dual axes.
#include "engine/ngraph.h"
#include "sample_graphs/src/sample.h"

int main(int argc, char** argv) {
  ng::NameScope scope = ng::make_name_scope("ax");
  scope["W"] = ng::make_axis(4);
  scope["H"] = ng::make_axis(1);
  scope["N"] = ng::make_axis(128, {}, ng::batch());
  const ng::Axis ax_W = scope["W"], ax_H = scope["H"], ax_N = scope["N"];

  const ng::Op alpha = ng::placeholder({}).named("alpha");
  const ng::Op X = ng::placeholder({ax_W, ax_H, ax_N}).named("X");
  const ng::Op Y = ng::placeholder({ax_N}).named("Y");

  const ng::Op W = ng::variable({ax_W - 1, ax_H - 1}, 0.0).named("W");
  const ng::Op b = ng::variable({}, 0.0).named("b");

  const ng::Op Y_hat = ng::sigmoid(ng::dot(W, X) + b).named("Y_hat");
  const ng::Op loss_sum = ng::cross_entropy_binary(Y_hat, Y, ng::out_axes({}));
  const ng::Op L = (loss_sum / ng::batch_size(Y_hat)).named("L");

  std::vector<ng::Op> updates;
  for (const ng::Op& v : L.variables()) {
    updates.push_back(ng::assign(v, v - alpha * ng::deriv(L, v) / ng::batch_size(Y_hat)));
  }
  const ng::Op all_updates = ng::doall(updates).named("all_updates");

  ng::Document document;
  document.title = "Logistic regression, part 2 (older text)";
  document.description =
      "Part 2 as it was first written: 4 x 1 samples, axes in the name scope 'ax', weights over "
      "dual "
      "axes. The loss is divided by the batch size and the update again, so it learns slowly.";
  document.computations = {
      ng::computation({L, W, b, all_updates}, {alpha, X, Y}).named("update"),
      ng::computation({L}, {X, Y}, ng::Returns::single).named("evaluate"),
  };
  document.plan = sample::train_on_mixture("update", {4, 1});
  sample::evaluate_after_epochs(*document.plan, "evaluate");
  return sample::write(document, argc, argv, __FILE__);
}
