// SPDX-License-Identifier: Apache-2.0
// Writes 06_mlp.ngraph, a digit classifier with one hidden layer, and the IDX files with its
// training data.
#include <filesystem>

#include "engine/formats/tensors/idx.h"
#include "engine/ngraph.h"
#include "sample_graphs/src/digits.h"
#include "sample_graphs/src/sample.h"

namespace {

// The files have the names of MNIST's, which can replace them.
void write_digits(const std::filesystem::path& folder) {
  const sample::Digits train = sample::draw_digits(256, 1), test = sample::draw_digits(64, 2);
  std::filesystem::create_directories(folder);
  ng::write_idx(folder / "train-images-idx3-ubyte", train.images);
  ng::write_idx(folder / "train-labels-idx1-ubyte", train.labels);
  ng::write_idx(folder / "t10k-images-idx3-ubyte", test.images);
  ng::write_idx(folder / "t10k-labels-idx1-ubyte", test.labels);
}

ng::RunPlan plan() {
  ng::RunPlan plan;
  plan.computation = "update";
  plan.epochs = 30;
  plan.batches = 4;
  plan.bindings = {sample::fed_by_schedule("alpha", "0.4/(1+epoch/10)"),
                   sample::fed_by_file("X", "digits/train-images-idx3-ubyte"),
                   sample::fed_by_file("Y", "digits/train-labels-idx1-ubyte")};
  ng::PlanEvaluation evaluation;
  evaluation.name = "wrong";
  evaluation.computation = "evaluate";
  evaluation.batches = 1;
  evaluation.bindings = {sample::fed_by_file("X", "digits/t10k-images-idx3-ubyte"),
                         sample::fed_by_file("Y", "digits/t10k-labels-idx1-ubyte")};
  plan.evaluations = {evaluation};
  plan.plots = {{"L", "loss", "iteration", "batch loss"},
                {"wrong", "", "epoch", "misclassified fraction of held-out digits"}};
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  const ng::Axis ax_N = ng::make_axis(64, "N"), ax_H = ng::make_axis(28, "H");
  const ng::Axis ax_W = ng::make_axis(28, "W"), ax_K = ng::make_axis(100, "K");
  const ng::Axis ax_Y = ng::make_axis(10, "Y");

  const ng::Op alpha = ng::placeholder({}).named("alpha");
  const ng::Op X = ng::placeholder({ax_N, ax_H, ax_W}, ng::DType::u8).named("X");
  const ng::Op Y = ng::placeholder({ax_N}, ng::DType::u8).named("Y");

  const ng::Op grey = (X / 255.0).named("grey");
  const ng::Op W1 = ng::variable({ax_K, ax_H, ax_W}, 0.0).named("W1");
  const ng::Op b1 = ng::variable({ax_K}, 0.1).named("b1");
  const ng::Op hidden = ng::maximum(ng::dot(W1, grey) + b1, 0.0).named("hidden");
  const ng::Op W2 =
      ng::variable({ax_Y, ax_K}, sample::uneven({ax_Y, ax_K}, 0.15, 1009)).named("W2");
  const ng::Op b2 = ng::variable({ax_Y}, 0.0).named("b2");
  const ng::Op Y_hat = ng::softmax(ng::dot(W2, hidden) + b2, ng::Axes(ax_Y)).named("Y_hat");

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
  document.title = "A net with one hidden layer that reads digits";
  document.description =
      "784 pixels, 100 rectified units, 10 digits, trained by plain gradient descent on 256 "
      "pictures in IDX files beside the document; after each epoch the misclassified fraction of "
      "64 others is computed. Pixels are fed as bytes and scaled to 0..1 in the graph. W1 starts "
      "at 0, b1 above it, so that every unit is on; the uneven start of W2 alone makes the units "
      "differ from the first step, and 1,000 numbers are saved with the document instead of "
      "79,400. MNIST's own files, of the same names, can take the place of those in digits/.";
  document.computations = {
      ng::computation({L, all_updates}, {alpha, X, Y}).named("update"),
      ng::computation({wrong}, {X, Y}, ng::Returns::single).named("evaluate"),
  };
  document.plan = plan();
  try {
    write_digits(sample::folder_of(argc, argv) + "/digits");
  } catch (const ng::Error& error) {
    return sample::failed(error);
  }
  return sample::write(document, argc, argv, __FILE__);
}
