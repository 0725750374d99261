#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Recurrent autoencoder of characters: one recurrent layer reads a window of text, a second one
writes it backwards from the last state of the first.

    python3 char_rae.py                                   # synthetic text
    python3 char_rae.py -w ~/ptb                          # the Penn Treebank
"""
import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def make_layers(units):
    init = neon.UniformInit(-0.08, 0.08)
    encoder = neon.GRU(units, init, activation=neon.Tanh(), gate_activation=neon.Logistic(),
                       return_sequence=False, name="encoder")
    decoder = neon.GRU(units, init, activation=neon.Tanh(), gate_activation=neon.Logistic(),
                       name="decoder")
    letters = neon.Affine(init, axes=ax.Y, bias_init=init, activation=neon.Softmax(),
                          name="letters")
    return encoder, decoder, letters


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--time_steps", type=int, default=10, help="characters per window")
    parser.add_argument("--hidden_size", type=int, default=128, help="number of recurrent units")
    options = parser.parse_args()
    text = neon.PTB(options.data_dir, shift_target=False)
    parts = text.load_data()

    def windows(part, total=None):
        return neon.SequentialArrayIterator(part, options.time_steps, options.batch_size, total,
                                            reverse_target=True, get_prev_target=True)
    train_set = windows(parts["train"], options.num_iterations)
    valid_set = windows(parts["valid"])
    inputs = train_set.make_placeholders()
    ax.Y.length = text.vocab_size
    encoder, decoder, letters = make_layers(options.hidden_size)
    target = ng.one_hot(inputs["tgt_txt"], axis=ax.Y)

    def cost_of_window():
        code = encoder(ng.one_hot(inputs["inp_txt"], axis=ax.Y))
        written = decoder(ng.one_hot(inputs["prev_tgt"], axis=ax.Y), init_state=code)
        return ng.cross_entropy_multi(letters(written), target, usebits=True)

    cost = cost_of_window()
    step = neon.Adam(learning_rate=0.003, gradient_clip_value=5)(cost)
    with neon.Layer.inference_mode_on():
        evaluated = {"cross_ent_loss": cost_of_window()}
    neon.run_training(
        options, train_set, valid_set, inputs,
        {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])}, evaluated,
        title="A recurrent autoencoder of characters",
        description="One recurrent layer reads a window of text, a second one writes it backwards.")


if __name__ == "__main__":
    main()
