// SPDX-License-Identifier: Apache-2.0
// Writes 05_logistic_part2.ngraph: logistic regression on samples of 2 x 2 numbers, with a weight
// matrix, a bias, and a second computation that evaluates the loss on validation data.
#include "engine/ngraph.h"
#include "sample_graphs/src/sample.h"

int main(int argc, char** argv) {
  const ng::Axis ax_W = ng::make_axis(2, "W");
  const ng::Axis ax_H = ng::make_axis(2, "H");
  const ng::Axis ax_N = ng::make_axis(128, "N");

  const ng::Op alpha = ng::placeholder({}).named("alpha");
  const ng::Op X = ng::placeholder({ax_W, ax_H, ax_N}).named("X");
  const ng::Op Y = ng::placeholder({ax_N}).named("Y");

  const ng::Op W = ng::variable({ax_W, ax_H}, 0.0).named("W");
  const ng::Op b = ng::variable({}, 0.0).named("b");

  const ng::Op Y_hat = ng::sigmoid(ng::dot(W, X) + b).named("Y_hat");
  const ng::Op L = ng::cross_entropy_binary(Y_hat, Y, ng::out_axes({})).named("L");

  std::vector<ng::Op> updates;
  for (const ng::Op& v : L.variables()) {
    updates.push_back(ng::assign(v, v - alpha * ng::deriv(L, v) / ng::batch_size(Y_hat)));
  }
  const ng::Op all_updates = ng::doall(updates).named("all_updates");

  ng::Document document;
  document.title = "Logistic regression, part 2";
  document.description =
      "Two classes of 2 x 2 samples, separated by a weight matrix W and a bias b. Trained for 10 "
      "epochs of 10 batches with a step that shrinks as 5/(1+epoch); after each epoch a second "
      "computation gives the loss on 4 held-out batches.";
  document.computations = {
      ng::computation({L, W, b, all_updates}, {alpha, X, Y}).named("update"),
      ng::computation({L}, {X, Y}, ng::Returns::single).named("evaluate"),
  };
  document.plan = sample::train_on_mixture("update", {2, 2});
  sample::evaluate_after_epochs(*document.plan, "evaluate");
  return sample::write(document, argc, argv, __FILE__);
}
