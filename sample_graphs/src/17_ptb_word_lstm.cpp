// SPDX-License-Identifier: Apache-2.0
// Writes 17_ptb_word_lstm.ngraph: a word-level language model with word embeddings and a long
// short-term memory.
#include "engine/neon/optimizers/adam.h"
#include "sample_graphs/src/network.h"

using namespace ng::neon;

int main(int argc, char** argv) {
  const sample::Feeds feeds = sample::text("ptb_words", 20, 32);
  const ng::Axis ax_V = ng::make_axis(sample::vocabulary("ptb_words"), "V");
  const auto net = sequential(
      {lookup_table({.vocab_size = ax_V.length(), .embed_dim = 64, .init = uniform(-0.1, 0.1)}),
       lstm({.nout = 128,
             .init = uniform(-0.08, 0.08),
             .activation = ng::neon::tanh(),
             .gate_activation = logistic(),
             .name = "lstm"}),
       affine({.weight_init = uniform(-0.08, 0.08),
               .axes = ax_V,
               .activation = softmax(),
               .name = "top"})},
      "word_lstm");
  Adam optimizer(5e-3, {{.gradient_clip_norm = 5}});

  sample::Trained trained = sample::predictor(feeds, ax_V);
  trained.title = "An LSTM over vectors of words";
  trained.description =
      "Each word has a vector of 64 numbers, learned with the rest: a layer of 128 cells over 20 "
      "words of 32 texts side by side.";
  trained.epochs = 5;
  ng::Document document = sample::trained_document(feeds, net, optimizer, trained);
  return sample::write(document, argc, argv, __FILE__);
}
