// SPDX-License-Identifier: Apache-2.0
// Writes 03_logistic_part1.ngraph: logistic regression on samples of 4 numbers.
#include "engine/ngraph.h"
#include "sample_graphs/src/sample.h"

int main(int argc, char** argv) {
  const ng::Axis C = ng::make_axis(4, "C");
  const ng::Axis N = ng::make_axis(128, "N");

  const ng::Op alpha = ng::placeholder({}).named("alpha");
  const ng::Op X = ng::placeholder({C, N}).named("X");
  const ng::Op Y = ng::placeholder({N}).named("Y");

  const ng::Op W = ng::variable({C}, 0.0).named("W");

  const ng::Op Y_hat = ng::sigmoid(ng::dot(W, X)).named("Y_hat");
  const ng::Op loss_sum = ng::cross_entropy_binary(Y_hat, Y, ng::out_axes({}));
  const ng::Op L = (loss_sum / ng::batch_size(Y_hat)).named("L");

  const ng::Op grad = ng::deriv(L, W).named("grad");
  const ng::Op update = ng::assign(W, W - alpha * grad / ng::tensor_size(Y_hat)).named("update");

  ng::Document document;
  document.title = "Logistic regression, part 1";
  document.description =
      "Two classes of samples of 4 numbers, separated by a weight vector W. Trained for 10 epochs "
      "of 10 batches with a step that shrinks as 5/(1+epoch).";
  document.computations = {ng::computation({L, W, update}, {alpha, X, Y}).named("train")};
  document.plan = sample::train_on_mixture("train", {4});
  return sample::write(document, argc, argv, __FILE__);
}
