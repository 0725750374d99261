// SPDX-License-Identifier: Apache-2.0
// Writes 15_ptb_char_rnn.ngraph: a character-level language model with a simple recurrent layer.
#include "engine/neon/optimizers/rmsprop.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::text("ptb_characters", 150, 50);
  const ng::Axis ax_V = ng::make_axis(sample::vocabulary("ptb_characters"), "V");
  const auto net = sequential({preprocess([&](const ng::Op& x) { return ng::one_hot(x, ax_V); }),
                               recurrent({.nout = 500,
                                          .init = uniform(-0.08, 0.08),
                                          .activation = ng::neon::tanh(),
                                          .name = "rnn"}),
                               affine({.weight_init = uniform(-0.08, 0.08),
                                       .axes = ax_V,
                                       .bias_init = uniform(-0.08, 0.08),
                                       .activation = softmax(),
                                       .name = "top"})},
                              "char_rnn");
  RMSProp optimizer(1e-3, {{.gradient_clip_value = 5}});

  sample::Trained trained = sample::predictor(feeds, ax_V);
  trained.title = "A recurrent net that writes letters";
  trained.description =
      "500 units over 150 characters of 50 texts side by side, RMSProp. Without the files of the "
      "Penn Treebank it reads a made-up language.";
  trained.epochs = 5;
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
