#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Character-level language model with a recurrent layer.

    python3 15_ptb_char_rnn.py                  # synthetic text
    python3 15_ptb_char_rnn.py -w ~/ptb         # the Penn Treebank
    python3 15_ptb_char_rnn.py --layer_type birnn
"""
import ngraph as ng
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def make_net(layer_type, units):
    """One-hot characters, the recurrent layer, and the probability of each character."""
    start = neon.UniformInit(-0.08, 0.08)
    if layer_type == "rnn":
        memory = neon.Recurrent(units, start, activation=neon.Tanh())
    else:
        memory = neon.BiRNN(units, start, activation=neon.Tanh(), sum_out=True)
    return neon.Sequential([
        neon.Preprocess(lambda characters: ng.one_hot(characters, axis=ax.Y)),
        memory,
        neon.Affine(start, axes=ax.Y, bias_init=start, activation=neon.Softmax()),
    ], name="reader")


def main():
    parser = neon.TrainingArgparser(description=__doc__.splitlines()[0])
    parser.add_argument("--layer_type", default="rnn", choices=["rnn", "birnn"])
    parser.add_argument("--time_steps", type=int, default=150, help="characters per window")
    parser.add_argument("--hidden_size", type=int, default=500, help="number of recurrent units")
    parser.set_defaults(batch_size=50)
    options = parser.parse_args()
    text = neon.PTB(options.data_dir)
    parts = text.load_data()
    train_set = neon.SequentialArrayIterator(parts["train"], options.time_steps, options.batch_size,
                                             options.num_iterations)
    valid_set = neon.SequentialArrayIterator(parts["valid"], options.time_steps, options.batch_size)

    inputs = train_set.make_placeholders()
    ax.Y.length = text.vocab_size
    following = ng.one_hot(inputs["tgt_txt"], axis=ax.Y)
    net = make_net(options.layer_type, options.hidden_size)

    cost = ng.cross_entropy_multi(net(inputs["inp_txt"]), following, usebits=True)
    step = neon.RMSProp()(cost)
    with neon.Layer.inference_mode_on():
        odds = net(inputs["inp_txt"])
    evaluated = {"cross_ent_loss": ng.cross_entropy_multi(odds, following, usebits=True)}
    neon.run_training(options, train_set, valid_set, inputs,
                      {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])}, evaluated,
                      title="A language model of characters")


if __name__ == "__main__":
    main()
