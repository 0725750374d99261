// SPDX-License-Identifier: Apache-2.0
// Writes 16_ptb_char_lstm.ngraph: a character-level language model with two layers of long
// short-term memory.
#include "engine/neon/optimizers/adam.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::text("ptb_characters", 50, 64);
  const ng::Axis ax_V = ng::make_axis(sample::vocabulary("ptb_characters"), "V");
  const auto cells = [](const char* name) {
    return lstm({.nout = 128,
                 .init = uniform(-0.08, 0.08),
                 .activation = ng::neon::tanh(),
                 .gate_activation = logistic(),
                 .name = name});
  };
  const auto net = sequential({preprocess([&](const ng::Op& x) { return ng::one_hot(x, ax_V); }),
                               cells("lower"), cells("upper"),
                               affine({.weight_init = uniform(-0.08, 0.08),
                                       .axes = ax_V,
                                       .activation = softmax(),
                                       .name = "top"})},
                              "char_lstm");
  Adam optimizer(5e-3, {{.gradient_clip_norm = 5}});

  sample::Trained trained = sample::predictor(feeds, ax_V);
  trained.title = "Two LSTM layers that write letters";
  trained.description =
      "Two layers of 128 cells over 50 characters of 64 texts side by side, Adam, gradients "
      "clipped at 5.";
  trained.epochs = 4;
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
