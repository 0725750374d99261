#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Text generation: an LSTM learns to predict the next character, then writes a text.

    python3 text_generation.py                            # synthetic text
    python3 text_generation.py -w ~/shakespeare -t 5000   # the file shakespeare_input.txt
"""
import contextlib
import tempfile

import numpy as np

import ngraph as ng
import ngraph.transformers as ngt
from ngraph.frontends import neon
from ngraph.frontends.neon import ax


def make_net(units):
    init = neon.UniformInit(-0.08, 0.08)
    return neon.Sequential([
        neon.Preprocess(lambda letters: ng.one_hot(letters, axis=ax.Y)),
        neon.LSTM(units, init, activation=neon.Tanh(), gate_activation=neon.Logistic()),
        neon.Affine(init, axes=ax.Y, bias_init=neon.ConstantInit(), activation=neon.Softmax())],
        name="writer")


def write_text(net, inputs, options, text, weights):
    """Print characters, each drawn with the probabilities after the last window."""
    with neon.Layer.inference_mode_on():
        odds = net(inputs["inp_txt"])
    with contextlib.closing(ngt.make_transformer()) as transformer:
        predict = neon.make_bound_computation(transformer, {"odds": odds}, {
            "inp_txt": inputs["inp_txt"]})
        neon.Saver().restore(transformer, predict, weights)
        order = [axis.name for axis in odds.axes]
        written = list(text.test[:options.time_steps])
        for _ in range(options.letters):
            window = np.tile(written[-options.time_steps:], (options.batch_size, 1))
            result = predict({"inp_txt": window})["odds"]
            last = np.moveaxis(result, [order.index(name) for name in ("N", "REC", "Y")],
                               [0, 1, 2])[0, -1].astype(np.float64)
            written.append(np.random.choice(len(last), p=last / last.sum()))
    print("".join(text.index_to_token[int(each)] for each in written[options.time_steps:]))


def main():
    parser = neon.TrainingArgparser(description=__doc__)
    parser.add_argument("--time_steps", type=int, default=32, help="characters per window")
    parser.add_argument("--hidden_size", type=int, default=128, help="number of recurrent units")
    parser.add_argument("--letters", type=int, default=100, help="characters to write at the end")
    parser.set_defaults(batch_size=32)
    options = parser.parse_args()
    text = neon.Shakespeare(options.data_dir)

    def windows(letters, total=None):
        return neon.SequentialArrayIterator({"inp_txt": letters[:-1], "tgt_txt": letters[1:]},
                                            options.time_steps, options.batch_size, total)
    train_set, valid_set = windows(text.train, options.num_iterations), windows(text.test)
    inputs = train_set.make_placeholders()
    ax.Y.length = len(text.index_to_token)
    net, target = make_net(options.hidden_size), ng.one_hot(inputs["tgt_txt"], axis=ax.Y)

    cost = ng.cross_entropy_multi(net(inputs["inp_txt"]), target, usebits=True)
    step = neon.RMSProp(learning_rate=0.005, gradient_clip_value=1)(cost)
    with neon.Layer.inference_mode_on():
        evaluated = {"cross_ent_loss": ng.cross_entropy_multi(net(inputs["inp_txt"]), target,
                                                              usebits=True)}
    with tempfile.TemporaryDirectory() as folder:
        options.save = options.save or f"{folder}/weights.npz"
        neon.run_training(
            options, train_set, valid_set, inputs,
            {"batch_cost": ng.sequential([step, neon.batch_mean(cost)])}, evaluated,
            title="Text generation", description="An LSTM predicts the next character of a text.")
        if options.letters and not options.document:
            write_text(net, inputs, options, text, options.save)


if __name__ == "__main__":
    main()
